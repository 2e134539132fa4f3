// RUN: tilec opt %s
// The maps take plain dims.
func.func @f(%a: tensor<4x8xf32>) {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<exp>
      indexing_maps = [affine_map<(d0, d1) -> (d0 + 1, d1)>, affine_map<(d0, d1) -> (d0, d1)>]
      ins(%a : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
