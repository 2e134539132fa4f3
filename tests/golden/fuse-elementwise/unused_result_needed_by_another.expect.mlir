#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>) -> tensor<4xf32> {
    %0:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<4x8xf32>) outs(%arg1, %arg2 : tensor<4xf32>, tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32, %out_0: f32):
      %1 = arith.maximumf %out_0, %out : f32
      linalg.yield %1, %in : f32, f32
    } -> (tensor<4xf32>, tensor<4xf32>)
    return %0#0 : tensor<4xf32>
  }
}

