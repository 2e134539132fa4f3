#map = affine_map<(d0, d1) -> (0, d0, 0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @f(%arg0: tensor<1x4x1x8xf32>) -> tensor<32xf32> {
    %0 = tensor.empty() : tensor<4x8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<1x4x1x8xf32>) outs(%0 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.negf %in : f32
      %3 = arith.negf %2 : f32
      linalg.yield %3 : f32
    } -> tensor<4x8xf32>
    %collapsed = tensor.collapse_shape %1 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
    return %collapsed : tensor<32xf32>
  }
}

