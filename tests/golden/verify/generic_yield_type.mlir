// RUN: tilec opt %s
// A yielded value has the element type of its output.
func.func @f(%a: tensor<4xf32>, %e: tensor<4xf64>) {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%e : tensor<4xf64>) {
  ^bb0(%in: f32, %out: f64):
    linalg.yield %in : f32
  } -> tensor<4xf64>
  return
}
