// RUN: tilec opt --eliminate-empty-tensors --remarks %s
// Rows of the destination are dense, so they are collapsed to what the fill fills.
func.func @f(%v: f32, %d: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %0 = linalg.fill ins(%v : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %x = tensor.expand_shape %0 [[0, 1]] output_shape [2, 8] : tensor<16xf32> into tensor<2x8xf32>
  %r = tensor.insert_slice %x into %d[1, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
