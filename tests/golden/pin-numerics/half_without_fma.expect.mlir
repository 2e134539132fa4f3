#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%arg0: tensor<8xf16>, %arg1: tensor<8xf16>, %arg2: tensor<f16>) -> tensor<f16> {
    %0 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"]} ins(%arg0, %arg1 : tensor<8xf16>, tensor<8xf16>) outs(%arg2 : tensor<f16>) {
    ^bb0(%in: f16, %in_0: f16, %out: f16):
      %1 = arith.mulf %in, %in_0 : f16
      %2 = arith.addf %out, %1 {tilec.order = "lanes"} : f16
      linalg.yield %2 : f16
    } -> tensor<f16>
    return %0 : tensor<f16>
  }
}

