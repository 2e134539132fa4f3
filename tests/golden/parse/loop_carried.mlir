// RUN: tilec opt %s
// A loop that carries two values, and one that carries none.
func.func @f(%n: index, %m: memref<?xf32>) -> (f32, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z, %k = %c0) -> (f32, index) {
    %x = memref.load %m[%i] : memref<?xf32>
    %t = arith.addf %s, %x : f32
    scf.yield %t, %i : f32, index
  }
  scf.for %i = %c0 to %n step %c1 {
    memref.store %r#0, %m[%i] : memref<?xf32>
  }
  return %r#0, %r#1 : f32, index
}
