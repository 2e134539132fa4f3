// RUN: tilec opt %s
// A transposition lists each dimension once.
func.func @f(%a: tensor<4x5xf32>, %e: tensor<5x4xf32>) {
  %r = linalg.transpose ins(%a : tensor<4x5xf32>) outs(%e : tensor<5x4xf32>) permutation = [1, 1]
  return
}
