// RUN: tilec opt %s
// A dimension is the product of its parts.
func.func @f(%a: tensor<6xf32>) {
  %r = tensor.expand_shape %a [[0, 1]] output_shape [2, 4] : tensor<6xf32> into tensor<2x4xf32>
  return
}
