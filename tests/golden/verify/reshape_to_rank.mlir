// RUN: tilec opt %s
// The shape has an integer a dimension of the result.
func.func @f(%t: tensor<8xf32>, %s: tensor<2xindex>, %u: tensor<1xf32>) {
  %a = tensor.reshape %t(%s) : (tensor<8xf32>, tensor<2xindex>) -> tensor<2x2x2xf32>
  %b = tensor.reshape %t(%s) : (tensor<8xf32>, tensor<2xindex>) -> tensor<3x2xf32>
  %c = tensor.reshape %t(%u) : (tensor<8xf32>, tensor<1xf32>) -> tensor<8xf32>
  return
}
