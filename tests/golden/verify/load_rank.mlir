// RUN: tilec opt %s
// One index a dimension.
func.func @f(%a: memref<4x4xf32>, %i: index) {
  %r = memref.load %a[%i] : memref<4x4xf32>
  return
}
