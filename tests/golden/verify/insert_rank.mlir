// RUN: tilec opt %s
// One index a dimension.
func.func @f(%a: f32, %t: tensor<4x4xf32>, %i: index) {
  %r = tensor.insert %a into %t[%i] : tensor<4x4xf32>
  return
}
