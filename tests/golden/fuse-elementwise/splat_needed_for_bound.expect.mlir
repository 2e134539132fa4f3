#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d1)>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %cst = arith.constant dense<2.000000e+00> : tensor<8xf32>
    %0 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "reduction"]} ins(%arg0, %cst : tensor<4xf32>, tensor<8xf32>) outs(%arg1 : tensor<4xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %1 = math.fma %in, %in_0, %out {tilec.order = "lanes"} : f32
      linalg.yield %1 : f32
    } -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

