// RUN: tilec opt %s
// linalg.index names a loop that exists.
func.func @f(%a: tensor<4xf32>, %e: tensor<4xindex>) {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%e : tensor<4xindex>) {
  ^bb0(%in: f32, %out: index):
    %i = linalg.index 1 : index
    linalg.yield %i : index
  } -> tensor<4xindex>
  return
}
