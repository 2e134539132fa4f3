#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<2x1xf32>, %arg2: tensor<4xf32>) -> tensor<2x4xf32> {
    %0 = tensor.empty() : tensor<2x4xf32>
    %extracted_slice = tensor.extract_slice %arg2[0] [3] [1] : tensor<4xf32> to tensor<3xf32>
    %extracted_slice_0 = tensor.extract_slice %0[0, 0] [2, 3] [1, 1] : tensor<2x4xf32> to tensor<2x3xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %extracted_slice : tensor<2x3xf32>, tensor<3xf32>) outs(%extracted_slice_0 : tensor<2x3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %3 = arith.negf %in : f32
      %4 = arith.addf %3, %in_4 : f32
      linalg.yield %4 : f32
    } -> tensor<2x3xf32>
    %inserted_slice = tensor.insert_slice %1 into %0[0, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<2x4xf32>
    %extracted_slice_1 = tensor.extract_slice %arg2[3] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %extracted_slice_2 = tensor.extract_slice %inserted_slice[0, 3] [2, 1] [1, 1] : tensor<2x4xf32> to tensor<2x1xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1, %extracted_slice_1 : tensor<2x1xf32>, tensor<1xf32>) outs(%extracted_slice_2 : tensor<2x1xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %3 = arith.addf %in, %in_4 : f32
      linalg.yield %3 : f32
    } -> tensor<2x1xf32>
    %inserted_slice_3 = tensor.insert_slice %2 into %inserted_slice[0, 3] [2, 1] [1, 1] : tensor<2x1xf32> into tensor<2x4xf32>
    return %inserted_slice_3 : tensor<2x4xf32>
  }
}

