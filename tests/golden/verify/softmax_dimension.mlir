// RUN: tilec opt %s
// The dimension is one of the input.
func.func @f(%a: tensor<4x8xf32>) {
  %r = linalg.softmax dimension(2) ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
