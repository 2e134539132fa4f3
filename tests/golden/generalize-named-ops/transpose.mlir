// RUN: tilec opt --generalize-named-ops %s
// Output dimension i is input dimension permutation[i].
func.func @f(%a: tensor<2x3x4xf32>, %e: tensor<3x4x2xf32>) -> tensor<3x4x2xf32> {
  %0 = linalg.transpose ins(%a : tensor<2x3x4xf32>) outs(%e : tensor<3x4x2xf32>) permutation = [1, 2, 0]
  return %0 : tensor<3x4x2xf32>
}
