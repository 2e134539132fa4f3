// RUN: tilec opt --bufferize %s
// A fill, and the source in its place.
func.func @f(%a: tensor<4xf32>, %z: f32) -> tensor<6xf32> {
  %0 = tensor.pad %a low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %0 : tensor<6xf32>
}
