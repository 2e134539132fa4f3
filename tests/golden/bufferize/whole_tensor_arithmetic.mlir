// RUN: tilec opt --bufferize %s
// Arithmetic on whole tensors is a linalg.generic first.
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = arith.addf %a, %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}
