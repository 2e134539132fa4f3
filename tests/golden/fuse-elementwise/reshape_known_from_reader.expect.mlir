#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @f(%arg0: tensor<?x8xf32>, %arg1: tensor<32xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<?xf32>) -> (tensor<32xf32>, tensor<?xf32>) {
    %expanded = tensor.expand_shape %arg1 [[0, 1]] output_shape [4, 8] : tensor<32xf32> into tensor<4x8xf32>
    %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<?x8xf32>) outs(%expanded : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.negf %in : f32
      %3 = arith.negf %2 : f32
      linalg.yield %3 : f32
    } -> tensor<4x8xf32>
    %collapsed = tensor.collapse_shape %0 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
    %cast = tensor.cast %arg3 : tensor<?xf32> to tensor<32xf32>
    %expanded_0 = tensor.expand_shape %cast [[0, 1]] output_shape [4, 8] : tensor<32xf32> into tensor<4x8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<4x8xf32>) outs(%expanded_0 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.negf %in : f32
      %3 = arith.negf %2 : f32
      linalg.yield %3 : f32
    } -> tensor<4x8xf32>
    %collapsed_1 = tensor.collapse_shape %1 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
    %cast_2 = tensor.cast %collapsed_1 : tensor<32xf32> to tensor<?xf32>
    return %collapsed, %cast_2 : tensor<32xf32>, tensor<?xf32>
  }
}

