#map = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2)>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%arg0: tensor<3x2x8xf32>, %arg1: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction", "parallel"]} ins(%arg0 : tensor<3x2x8xf32>) outs(%arg1 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1 = arith.addf %out, %in : f32
      linalg.yield %1 : f32
    } -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}

