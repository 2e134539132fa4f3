// RUN: tilec opt --decompose-tensor-ops --canonicalize %s
// The destination of an op on an open shape takes its extent from an operand.
func.func @f(%a: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = math.sqrt %a : tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
