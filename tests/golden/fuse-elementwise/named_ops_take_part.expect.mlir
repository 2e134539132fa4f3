#map = affine_map<(d0, d1) -> (d1, d0)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%arg0: tensor<8x4xf32>, %arg1: tensor<8xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%arg0, %arg1 : tensor<8x4xf32>, tensor<8xf32>) outs(%arg2 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %1 = arith.mulf %in, %in_0 : f32
      %2 = arith.maximumf %out, %1 : f32
      linalg.yield %2 : f32
    } -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

