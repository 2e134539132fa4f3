#map = affine_map<(d0) -> (d0)>
module {
  func.func @f(%arg0: tensor<3xf32>, %arg1: tensor<2xf32>, %arg2: tensor<0xf32>, %arg3: tensor<5xf32>) -> tensor<5xf32> {
    %extracted_slice = tensor.extract_slice %arg3[0] [3] [1] : tensor<5xf32> to tensor<3xf32>
    %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<3xf32>) outs(%extracted_slice : tensor<3xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.negf %in : f32
      %3 = arith.addf %2, %in : f32
      linalg.yield %3 : f32
    } -> tensor<3xf32>
    %inserted_slice = tensor.insert_slice %0 into %arg3[0] [3] [1] : tensor<3xf32> into tensor<5xf32>
    %extracted_slice_0 = tensor.extract_slice %inserted_slice[3] [2] [1] : tensor<5xf32> to tensor<2xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg1 : tensor<2xf32>) outs(%extracted_slice_0 : tensor<2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.negf %in : f32
      %3 = arith.addf %in, %2 : f32
      linalg.yield %3 : f32
    } -> tensor<2xf32>
    %inserted_slice_1 = tensor.insert_slice %1 into %inserted_slice[3] [2] [1] : tensor<2xf32> into tensor<5xf32>
    return %inserted_slice_1 : tensor<5xf32>
  }
}

