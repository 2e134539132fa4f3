// RUN: tilec opt %s
// Aliases of attributes and types, used before and after other ops.
#map = affine_map<(d0) -> (d0)>
!vec = tensor<4xf32>
func.func @f(%a: !vec, %e: !vec) -> !vec {
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : !vec) outs(%e : !vec) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> !vec
  return %0 : !vec
}
