#map = affine_map<(d0) -> (-d0 + 24, 10)>
#map1 = affine_map<(d0) -> (d0 floordiv 8)>
#map2 = affine_map<(d0, d1, d2) -> ((d0 + d1) ceildiv 8 - d2)>
#map3 = affine_map<(d0) -> (d0 mod 8)>
#map4 = affine_map<(d0) -> (d0 * 8)>
module {
  func.func @f(%arg0: tensor<4x3x8x4xf32>, %arg1: tensor<24x13xf32>) -> tensor<24x13xf32> {
    %c0 = arith.constant 0 : index
    %c24 = arith.constant 24 : index
    %c10 = arith.constant 10 : index
    %0 = scf.for %arg2 = %c0 to %c24 step %c10 iter_args(%arg3 = %arg1) -> (tensor<24x13xf32>) {
      %1 = affine.min #map(%arg2)
      %2 = affine.apply #map1(%arg2)
      %3 = affine.apply #map2(%arg2, %1, %2)
      %4 = affine.apply #map3(%arg2)
      %5 = affine.apply #map4(%3)
      %extracted_slice = tensor.extract_slice %arg0[0, %2, 0, 0] [4, %3, 8, 4] [1, 1, 1, 1] : tensor<4x3x8x4xf32> to tensor<4x?x8x4xf32>
      %6 = tensor.empty(%5) : tensor<?x13xf32>
      %unpack = linalg.unpack %extracted_slice outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %6 : tensor<4x?x8x4xf32> -> tensor<?x13xf32>
      %extracted_slice_0 = tensor.extract_slice %unpack[%4, 0] [%1, 13] [1, 1] : tensor<?x13xf32> to tensor<?x13xf32>
      %inserted_slice = tensor.insert_slice %extracted_slice_0 into %arg3[%arg2, 0] [%1, 13] [1, 1] : tensor<?x13xf32> into tensor<24x13xf32>
      scf.yield %inserted_slice : tensor<24x13xf32>
    }
    return %0 : tensor<24x13xf32>
  }
}

