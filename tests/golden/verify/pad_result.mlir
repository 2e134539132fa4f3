// RUN: tilec opt %s
// A padded tensor has the size of the source and what is added.
func.func @f(%a: tensor<4x?xf32>, %z: f32) {
  %r = tensor.pad %a low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<4x?xf32> to tensor<6x?xf32>
  return
}
