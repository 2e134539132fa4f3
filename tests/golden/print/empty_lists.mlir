// RUN: tilec opt %s
// No arguments, no inputs, no results, rank 0.
#map = affine_map<() -> ()>
func.func @f(%e: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [#map], iterator_types = []} outs(%e : tensor<f32>) {
  ^bb0(%y: f32):
    linalg.yield %y : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @g() {
  return
}
