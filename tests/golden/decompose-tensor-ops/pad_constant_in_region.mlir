// RUN: tilec opt --decompose-tensor-ops --canonicalize %s
// The padding is a constant of the pad's region: it moves out of it.
func.func @f(%a: tensor<2x3xf32>) -> tensor<4x3xf32> {
  %0 = tensor.pad %a low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    %z = arith.constant 0.0 : f32
    tensor.yield %z : f32
  } : tensor<2x3xf32> to tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
