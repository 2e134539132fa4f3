// RUN: tilec opt --decompose-tensor-ops %s
// What has no elements is not inserted: there is no place for it.
func.func @concat(%a: tensor<2xf32>, %b: tensor<0xf32>) -> tensor<2xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<0xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @pad(%a: tensor<0xf32>, %c: f32) -> tensor<3xf32> {
  %0 = tensor.pad %a low[3] high[0] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<0xf32> to tensor<3xf32>
  return %0 : tensor<3xf32>
}
