#map = affine_map<() -> ()>
module {
  func.func @f(%arg0: f32, %arg1: tensor<f32>) -> tensor<f32> {
    %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg0 : f32) outs(%arg1 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<f32>
    return %0 : tensor<f32>
  }
}

