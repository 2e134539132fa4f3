// RUN: tilec stats %s
// Vectors that go through a buffer of all tiles: it is as whole for transfers as it is for loads.
func.func @f(%a: memref<64x16xf32>, %o: memref<64x16xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %p = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<64x16xf32>
  scf.for %i = %c0 to %c64 step %c4 {
    %v = vector.transfer_read %a[%i, %c0], %p {in_bounds=[true,true]} : memref<64x16xf32>, vector<4x16xf32>
    %w = arith.addf %v, %v : vector<4x16xf32>
    vector.transfer_write %w, %t[%i, %c0] {in_bounds=[true,true]} : vector<4x16xf32>, memref<64x16xf32>
    %x = vector.transfer_read %t[%i, %c0], %p {in_bounds=[true,true]} : memref<64x16xf32>, vector<4x16xf32>
    %y = arith.mulf %x, %x : vector<4x16xf32>
    vector.transfer_write %y, %o[%i, %c0] {in_bounds=[true,true]} : vector<4x16xf32>, memref<64x16xf32>
  }
  memref.dealloc %t : memref<64x16xf32>
  return
}
