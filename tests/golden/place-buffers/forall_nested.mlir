// RUN: tilec opt --place-buffers %s
// The part of an outer iteration holds its own temporary and the parts of the inner iterations: 3 * (64 + 2 * 64) bytes.
// STATS: allocs=0, arena_bytes=576
func.func @f(%a: memref<3x2x16xf32>) {
  scf.forall (%i) in (3) {
    %t = memref.alloc() : memref<16xf32>
    %c0 = arith.constant 0 : index
    %v = memref.load %a[%i, %c0, %c0] : memref<3x2x16xf32>
    linalg.fill ins(%v : f32) outs(%t : memref<16xf32>)
    scf.forall (%j) in (2) {
      %u = memref.alloc() : memref<16xf32>
      linalg.exp ins(%t : memref<16xf32>) outs(%u : memref<16xf32>)
      %row = memref.subview %a[%i, %j, 0] [1, 1, 16] [1, 1, 1] : memref<3x2x16xf32> to memref<16xf32, strided<[1], offset: ?>>
      memref.copy %u, %row : memref<16xf32> to memref<16xf32, strided<[1], offset: ?>>
    }
  }
  return
}
