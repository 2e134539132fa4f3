// RUN: tilec opt --eliminate-empty-tensors --remarks %s
// The offset is computed after the empty tensor is used, from what is there before: it moves up.
func.func @f(%v: f32, %d: tensor<8xf32>, %i: index) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%v : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %o = affine.apply affine_map<(i) -> (i * 2)>(%i)
  %r = tensor.insert_slice %0 into %d[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}
