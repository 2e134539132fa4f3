// RUN: tilec opt --bufferize %s
// Nothing comes before a block that is never reached.
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
^never:
  %e = tensor.empty() : tensor<4xf32>
  return %e : tensor<4xf32>
}
