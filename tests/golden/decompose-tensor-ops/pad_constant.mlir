// RUN: tilec opt --decompose-tensor-ops --remarks %s
// One value all around: a fill, and the source in its place.
func.func @f(%a: tensor<4xf32>, %z: f32) -> tensor<7xf32> {
  %0 = tensor.pad %a low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<7xf32>
  return %0 : tensor<7xf32>
}
