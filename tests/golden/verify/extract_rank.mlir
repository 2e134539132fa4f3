// RUN: tilec opt %s
// One index a dimension.
func.func @f(%a: tensor<4x4xf32>, %i: index) {
  %r = tensor.extract %a[%i] : tensor<4x4xf32>
  return
}
