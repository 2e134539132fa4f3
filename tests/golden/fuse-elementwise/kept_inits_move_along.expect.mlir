#map = affine_map<(d0) -> (d0)>
module {
  func.func @f(%arg0: tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf64>, tensor<8xf32>) {
    %0 = tensor.empty() : tensor<8xf32>
    %1 = tensor.empty() : tensor<8xf64>
    %2:3 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<8xf32>) outs(%0, %1, %0 : tensor<8xf32>, tensor<8xf64>, tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32, %out_0: f64, %out_1: f32):
      %3 = arith.negf %in : f32
      %4 = arith.extf %3 : f32 to f64
      %5 = arith.truncf %4 : f64 to f32
      linalg.yield %3, %4, %5 : f32, f64, f32
    } -> (tensor<8xf32>, tensor<8xf64>, tensor<8xf32>)
    %extracted_slice = tensor.extract_slice %2#0[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    return %extracted_slice, %2#1, %2#2 : tensor<4xf32>, tensor<8xf64>, tensor<8xf32>
  }
}

