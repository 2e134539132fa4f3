// RUN: tilec opt --decompose-tensor-ops %s
// A softmax is four structured ops; its sum is pinned when the program is.
func.func @f(%a: tensor<2x4xf32>, %o: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<2x4xf32>) outs(%o : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
