#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"]} ins(%arg0, %arg1 : tensor<8xf32>, tensor<8xf32>) outs(%arg2 : tensor<f32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %1 = arith.mulf %in, %in_0 : f32
      %2 = arith.mulf %1, %1 : f32
      %3 = arith.maximumf %1, %2 : f32
      %4 = arith.addf %out, %3 {tilec.order = "lanes"} : f32
      linalg.yield %4 : f32
    } -> tensor<f32>
    return %0 : tensor<f32>
  }
}

