#map = affine_map<(d0) -> (d0)>
module {
  func.func @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = tensor.empty() : tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = math.exp %in : f32
      %3 = math.absf %2 : f32
      %4 = arith.negf %2 : f32
      %5 = arith.mulf %3, %4 : f32
      linalg.yield %5 : f32
    } -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}

