// RUN: tilec opt %s
// An output is a tensor or a buffer.
func.func @f(%a: tensor<4xf32>, %e: f32) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<4xf32>) outs(%e : f32) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  return
}
