// RUN: tilec opt --bufferize --remarks %s
// A part with gaps is copied before its dimensions are merged.
func.func @f(%a: tensor<4x8xf32>) -> tensor<16xf32> {
  %s = tensor.extract_slice %a[0, 0] [4, 4] [1, 1] : tensor<4x8xf32> to tensor<4x4xf32>
  %c = tensor.collapse_shape %s [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  return %c : tensor<16xf32>
}
