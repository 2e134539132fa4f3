// RUN: tilec stats %s
// The epilogue takes the sum of each row as the loop gives it, in a register; the buffer of the sums is still there.
func.func @f(%x: memref<6x32xf32>, %o: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<1xf32>
  scf.for %i = %c0 to %c6 step %c1 {
    %sum = scf.for %k = %c0 to %c32 step %c1 iter_args(%acc = %zero) -> (f32) {
      %v = memref.load %x[%i, %k] : memref<6x32xf32>
      %next = arith.addf %acc, %v : f32
      scf.yield %next : f32
    }
    memref.store %sum, %t[%c0] : memref<1xf32>
    %r = math.sqrt %sum : f32
    memref.store %r, %o[%i] : memref<6xf32>
  }
  return
}
