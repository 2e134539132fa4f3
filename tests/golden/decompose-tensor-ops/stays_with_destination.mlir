// RUN: tilec opt --decompose-tensor-ops %s
// Ops that have a destination of their own stay as they are.
func.func @f(%a: tensor<2x4xf32>, %o: tensor<2x4xf32>, %v: f32, %i: index) -> tensor<2x4xf32> {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<2x4xf32>) outs(%o : tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = tensor.insert %v into %0[%i, %i] : tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
