// RUN: tilec opt %s
// The groups list all dimensions in order.
func.func @f(%a: tensor<2x3x4xf32>) {
  %r = tensor.collapse_shape %a [[0, 2], [1]] : tensor<2x3x4xf32> into tensor<8x3xf32>
  return
}
