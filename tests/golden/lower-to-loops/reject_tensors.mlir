// RUN: tilec opt --lower-to-loops %s
// Tensors must be gone before.
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}
