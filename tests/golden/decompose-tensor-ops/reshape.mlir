// RUN: tilec opt --decompose-tensor-ops --remarks %s
// To a shape that the type knows: all in one row, and that folded.
func.func @f(%a: tensor<2x6xf32>, %shape: tensor<2xindex>) -> tensor<3x4xf32> {
  %0 = tensor.reshape %a(%shape) : (tensor<2x6xf32>, tensor<2xindex>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
