// RUN: tilec opt --canonicalize %s
// One constant serves all blocks.
func.func @f(%m: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %z = arith.constant 2.0 : f32
    memref.store %z, %m[%i] : memref<8xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %z = arith.constant 2.0 : f32
    memref.store %z, %m[%i] : memref<8xf32>
  }
  return
}
