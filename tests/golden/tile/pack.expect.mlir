#map = affine_map<(d0) -> (d0 * 4)>
#map1 = affine_map<(d0) -> (-d0 + 13)>
#map2 = affine_map<(d0) -> (8, d0)>
module {
  func.func @f(%arg0: tensor<13x4xf32>, %arg1: f32, %arg2: tensor<4x1x4x4xf32>) -> tensor<4x1x4x4xf32> {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c2 = arith.constant 2 : index
    %0 = scf.for %arg3 = %c0 to %c4 step %c2 iter_args(%arg4 = %arg2) -> (tensor<4x1x4x4xf32>) {
      %1 = affine.apply #map(%arg3)
      %2 = affine.apply #map1(%1)
      %3 = affine.min #map2(%2)
      %extracted_slice = tensor.extract_slice %arg0[%1, 0] [%3, 4] [1, 1] : tensor<13x4xf32> to tensor<?x4xf32>
      %extracted_slice_0 = tensor.extract_slice %arg4[%arg3, 0, 0, 0] [2, 1, 4, 4] [1, 1, 1, 1] : tensor<4x1x4x4xf32> to tensor<2x1x4x4xf32>
      %pack = linalg.pack %extracted_slice padding_value(%arg1 : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %extracted_slice_0 : tensor<?x4xf32> -> tensor<2x1x4x4xf32>
      %inserted_slice = tensor.insert_slice %pack into %arg4[%arg3, 0, 0, 0] [2, 1, 4, 4] [1, 1, 1, 1] : tensor<2x1x4x4xf32> into tensor<4x1x4x4xf32>
      scf.yield %inserted_slice : tensor<4x1x4x4xf32>
    }
    return %0 : tensor<4x1x4x4xf32>
  }
}

