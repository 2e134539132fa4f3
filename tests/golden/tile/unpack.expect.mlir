#map = affine_map<(d0) -> (-d0 + 24, 16)>
#map1 = affine_map<(d0) -> (-d0 + 13, 4)>
#map2 = affine_map<(d0) -> (d0 floordiv 8)>
#map3 = affine_map<(d0) -> (d0 ceildiv 8)>
#map4 = affine_map<(d0) -> (d0 floordiv 4)>
#map5 = affine_map<(d0) -> (d0 ceildiv 4)>
module {
  func.func @f(%arg0: tensor<3x4x8x4xf32>, %arg1: tensor<24x13xf32>) -> tensor<24x13xf32> {
    %c0 = arith.constant 0 : index
    %c24 = arith.constant 24 : index
    %c16 = arith.constant 16 : index
    %c0_0 = arith.constant 0 : index
    %c13 = arith.constant 13 : index
    %c4 = arith.constant 4 : index
    %0 = scf.for %arg2 = %c0 to %c24 step %c16 iter_args(%arg3 = %arg1) -> (tensor<24x13xf32>) {
      %1 = scf.for %arg4 = %c0_0 to %c13 step %c4 iter_args(%arg5 = %arg3) -> (tensor<24x13xf32>) {
        %2 = affine.min #map(%arg2)
        %3 = affine.min #map1(%arg4)
        %4 = affine.apply #map2(%arg2)
        %5 = affine.apply #map3(%2)
        %6 = affine.apply #map4(%arg4)
        %7 = affine.apply #map5(%3)
        %extracted_slice = tensor.extract_slice %arg0[%4, %6, 0, 0] [%5, %7, 8, 4] [1, 1, 1, 1] : tensor<3x4x8x4xf32> to tensor<?x?x8x4xf32>
        %extracted_slice_1 = tensor.extract_slice %arg5[%arg2, %arg4] [%2, %3] [1, 1] : tensor<24x13xf32> to tensor<?x?xf32>
        %unpack = linalg.unpack %extracted_slice inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %extracted_slice_1 : tensor<?x?x8x4xf32> -> tensor<?x?xf32>
        %inserted_slice = tensor.insert_slice %unpack into %arg5[%arg2, %arg4] [%2, %3] [1, 1] : tensor<?x?xf32> into tensor<24x13xf32>
        scf.yield %inserted_slice : tensor<24x13xf32>
      }
      scf.yield %1 : tensor<24x13xf32>
    }
    return %0 : tensor<24x13xf32>
  }
}

