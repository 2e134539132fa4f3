#map = affine_map<(d0) -> (-d0 + 11, 4)>
#map1 = affine_map<(d0) -> (5, d0)>
#map2 = affine_map<(d0, d1) -> (5, d0 + d1)>
#map3 = affine_map<(d0, d1) -> (d0 - d1)>
#map4 = affine_map<(d0) -> (0, d0 - 5)>
#map5 = affine_map<(d0, d1) -> (0, d0 + d1 - 5)>
module {
  func.func @f(%arg0: tensor<5xf32>, %arg1: tensor<6xf32>) -> tensor<11xf32> {
    %c0 = arith.constant 0 : index
    %c11 = arith.constant 11 : index
    %c4 = arith.constant 4 : index
    %0 = tensor.empty() : tensor<11xf32>
    %1 = scf.for %arg2 = %c0 to %c11 step %c4 iter_args(%arg3 = %0) -> (tensor<11xf32>) {
      %2 = affine.min #map(%arg2)
      %3 = affine.min #map1(%arg2)
      %4 = affine.min #map2(%arg2, %2)
      %5 = affine.apply #map3(%4, %3)
      %extracted_slice = tensor.extract_slice %arg0[%3] [%5] [1] : tensor<5xf32> to tensor<?xf32>
      %6 = affine.max #map4(%arg2)
      %7 = affine.max #map5(%arg2, %2)
      %8 = affine.apply #map3(%7, %6)
      %extracted_slice_0 = tensor.extract_slice %arg1[%6] [%8] [1] : tensor<6xf32> to tensor<?xf32>
      %concat = tensor.concat dim(0) %extracted_slice, %extracted_slice_0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      %inserted_slice = tensor.insert_slice %concat into %arg3[%arg2] [%2] [1] : tensor<?xf32> into tensor<11xf32>
      scf.yield %inserted_slice : tensor<11xf32>
    }
    return %1 : tensor<11xf32>
  }
}

