#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2xf32>) -> tensor<2xf32> {
    %collapsed = tensor.collapse_shape %arg0 [[0], [1, 2]] : tensor<2x3x4xf32> into tensor<2x12xf32>
    %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%collapsed : tensor<2x12xf32>) outs(%arg1 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1 = arith.negf %in : f32
      %2 = arith.addf %out, %1 {tilec.order = "lanes"} : f32
      linalg.yield %2 : f32
    } -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}

