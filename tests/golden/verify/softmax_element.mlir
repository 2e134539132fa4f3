// RUN: tilec opt %s
// The output has the shape and element type of the input.
func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x9xf64>) {
  %r = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%b : tensor<4x9xf64>) -> tensor<4x9xf64>
  return
}
