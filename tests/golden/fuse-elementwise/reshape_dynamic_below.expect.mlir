#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<3x8xf32>, %arg1: tensor<24xf32>) -> tensor<?xf32> {
    %cast = tensor.cast %arg0 : tensor<3x8xf32> to tensor<?x8xf32>
    %cast_0 = tensor.cast %arg1 : tensor<24xf32> to tensor<?xf32>
    %0 = call @f(%cast, %cast_0) : (tensor<?x8xf32>, tensor<?xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  func.func private @f(%arg0: tensor<?x8xf32>, %arg1: tensor<?xf32>) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x8xf32>
    %expanded = tensor.expand_shape %arg1 [[0, 1]] output_shape [%dim, 8] : tensor<?xf32> into tensor<?x8xf32>
    %0 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %expanded : tensor<?x8xf32>, tensor<?x8xf32>) outs(%expanded : tensor<?x8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %1 = arith.negf %in : f32
      %2 = arith.addf %1, %in_0 : f32
      linalg.yield %2 : f32
    } -> tensor<?x8xf32>
    %collapsed = tensor.collapse_shape %0 [[0, 1]] : tensor<?x8xf32> into tensor<?xf32>
    return %collapsed : tensor<?xf32>
  }
}

