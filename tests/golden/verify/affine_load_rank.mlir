// RUN: tilec opt %s
// One index a dimension.
func.func @f(%n: index, %m: memref<4x4xf32>) {
  %r = affine.load %m[%n] : memref<4x4xf32>
  return
}
