// RUN: tilec opt --fuse-elementwise --remarks %s
// Computed for both maps, each exponential would be computed twice.
func.func @f(%a: tensor<100x100xf32>) -> tensor<100x100xf32> {
  %e = tensor.empty() : tensor<100x100xf32>
  %0 = linalg.exp ins(%a : tensor<100x100xf32>) outs(%e : tensor<100x100xf32>) -> tensor<100x100xf32>
  %1 = linalg.transpose ins(%0 : tensor<100x100xf32>) outs(%e : tensor<100x100xf32>) permutation = [1, 0]
  %2 = linalg.add ins(%0, %1 : tensor<100x100xf32>, tensor<100x100xf32>) outs(%e : tensor<100x100xf32>) -> tensor<100x100xf32>
  return %2 : tensor<100x100xf32>
}
