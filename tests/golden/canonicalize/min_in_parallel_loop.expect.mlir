#map = affine_map<(d0) -> (d0 * -17 + 50, 17)>
#map1 = affine_map<(d0) -> (d0 * 25)>
#map2 = affine_map<(d0) -> (d0 * 17)>
module {
  func.func @f(%arg0: tensor<100x50xf32>) -> tensor<100x50xf32> {
    %0 = scf.forall (%arg1, %arg2) in (4, 3) shared_outs(%arg3 = %arg0) -> (tensor<100x50xf32>) {
      %1 = affine.min #map(%arg2)
      %2 = affine.apply #map1(%arg1)
      %3 = affine.apply #map2(%arg2)
      %extracted_slice = tensor.extract_slice %arg3[%2, %3] [25, %1] [1, 1] : tensor<100x50xf32> to tensor<25x?xf32>
      %4 = linalg.exp ins(%extracted_slice : tensor<25x?xf32>) outs(%extracted_slice : tensor<25x?xf32>) -> tensor<25x?xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %4 into %arg3[%2, %3] [25, %1] [1, 1] : tensor<25x?xf32> into tensor<100x50xf32>
      }
    }
    return %0 : tensor<100x50xf32>
  }
}

