// RUN: tilec opt %s
// Maps of a structured op have no symbols.
func.func @f(%a: tensor<4xf32>, %e: tensor<4xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(d0)[s0] -> (d0 + s0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4xf32>
  return
}
