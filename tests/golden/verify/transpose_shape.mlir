// RUN: tilec opt %s
// The output has the permuted shape.
func.func @f(%a: tensor<4x5xf32>, %e: tensor<4x5xf32>) {
  %r = linalg.transpose ins(%a : tensor<4x5xf32>) outs(%e : tensor<4x5xf32>) permutation = [1, 0]
  return
}
