#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<8x5xf32>, %arg2: tensor<4x5xf32>) -> tensor<4x5xf32> {
    %0 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<4x8xf32>, tensor<8x5xf32>) outs(%arg2 : tensor<4x5xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %1 = math.fma %in, %in_0, %out : f32
      linalg.yield %1 : f32
    } -> tensor<4x5xf32>
    return %0 : tensor<4x5xf32>
  }
}

