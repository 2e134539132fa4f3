#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%arg0: tensor<24xf32>, %arg1: tensor<3x8xf32>) -> tensor<?x8xf32> {
    %cast = tensor.cast %arg0 : tensor<24xf32> to tensor<?xf32>
    %cast_0 = tensor.cast %arg1 : tensor<3x8xf32> to tensor<?x8xf32>
    %0 = call @f(%cast, %cast_0) : (tensor<?xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
    return %0 : tensor<?x8xf32>
  }
  func.func private @f(%arg0: tensor<?xf32>, %arg1: tensor<?x8xf32>) -> tensor<?x8xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg1, %c0 : tensor<?x8xf32>
    %expanded = tensor.expand_shape %arg0 [[0, 1]] output_shape [%dim, 8] : tensor<?xf32> into tensor<?x8xf32>
    %0 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1, %expanded : tensor<?x8xf32>, tensor<?x8xf32>) outs(%arg1 : tensor<?x8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %1 = arith.negf %in_0 : f32
      %2 = arith.addf %in, %1 : f32
      linalg.yield %2 : f32
    } -> tensor<?x8xf32>
    return %0 : tensor<?x8xf32>
  }
}

