#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @f(%arg0: tensor<4x0xf32>, %arg1: tensor<0xf32>) -> tensor<0xf32> {
    %expanded = tensor.expand_shape %arg1 [[0, 1]] output_shape [4, 0] : tensor<0xf32> into tensor<4x0xf32>
    %0 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %expanded : tensor<4x0xf32>, tensor<4x0xf32>) outs(%expanded : tensor<4x0xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %1 = arith.negf %in : f32
      %2 = arith.addf %1, %in_0 : f32
      linalg.yield %2 : f32
    } -> tensor<4x0xf32>
    %collapsed = tensor.collapse_shape %0 [[0, 1]] : tensor<4x0xf32> into tensor<0xf32>
    return %collapsed : tensor<0xf32>
  }
}

