// RUN: tilec opt --eliminate-empty-tensors --remarks %s
// Either branch computes in the destination.
func.func @f(%c: i1, %v: f32, %w: f32, %d: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = scf.if %c -> (tensor<4xf32>) {
    %1 = linalg.fill ins(%v : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    %1 = linalg.fill ins(%w : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  %r = tensor.insert_slice %0 into %d[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}
