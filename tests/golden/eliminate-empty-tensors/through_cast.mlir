// RUN: tilec opt --eliminate-empty-tensors --remarks %s
// The destination is cast to the type that the empty tensor had.
func.func @f(%v: f32, %d: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.fill ins(%v : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %c = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  %r = tensor.insert_slice %c into %d[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}
