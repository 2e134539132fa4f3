// RUN: tilec opt --fuse-elementwise --remarks %s
// The transposition of a constant is a constant.
func.func @f() -> tensor<3x2xi32> {
  %a = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %e = tensor.empty() : tensor<3x2xi32>
  %0 = linalg.transpose ins(%a : tensor<2x3xi32>) outs(%e : tensor<3x2xi32>) permutation = [1, 0]
  return %0 : tensor<3x2xi32>
}
