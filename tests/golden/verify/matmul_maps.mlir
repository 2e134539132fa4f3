// RUN: tilec opt %s
// A matrix product may transpose its inputs or leave dims out, but not compute indices.
func.func @f(%a: tensor<4x4xf32>) {
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, n)>, affine_map<(m, n, k) -> (n, k)>,
      affine_map<(m, n, k) -> (m, n)>] ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
