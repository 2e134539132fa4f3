// RUN: tilec opt --eliminate-empty-tensors --remarks %s
// Both parts are computed in the one destination, which is there before them: the first insertion leaves the second part alone.
func.func @f(%v: f32, %w: f32) -> tensor<8xf32> {
  %a = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%v : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %b = tensor.empty() : tensor<4xf32>
  %1 = linalg.fill ins(%w : f32) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %e = tensor.empty() : tensor<8xf32>
  %x = tensor.insert_slice %0 into %e[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %y = tensor.insert_slice %1 into %x[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %y : tensor<8xf32>
}
