// RUN: tilec opt --eliminate-empty-tensors --remarks %s
// Columns of the destination have gaps: they are not one row.
func.func @f(%v: f32, %d: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %0 = linalg.fill ins(%v : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %x = tensor.expand_shape %0 [[0, 1]] output_shape [4, 4] : tensor<16xf32> into tensor<4x4xf32>
  %r = tensor.insert_slice %x into %d[0, 2] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
