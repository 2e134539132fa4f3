// RUN: tilec opt %s
// output_shape is the shape of the result.
func.func @f(%a: tensor<6xf32>) {
  %r = tensor.expand_shape %a [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<2x3xf32>
  return
}
