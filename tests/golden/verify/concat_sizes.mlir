// RUN: tilec opt %s
// All but the joined dimension are the same.
func.func @f(%a: tensor<4x8xf32>, %b: tensor<2x9xf32>) {
  %r = tensor.concat dim(0) %a, %b : (tensor<4x8xf32>, tensor<2x9xf32>) -> tensor<7x8xf32>
  return
}
