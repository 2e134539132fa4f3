#map = affine_map<(d0) -> (d0 * 32)>
#map1 = affine_map<(d0) -> (d0 * 16)>
#map2 = affine_map<(d0) -> (-d0 + 100, 32)>
#map3 = affine_map<(d0) -> (-d0 + 50, 16)>
#map4 = affine_map<(d0) -> (d0 - 1)>
module {
  func.func @f(%arg0: tensor<100x32xf32>, %arg1: tensor<32x50xf32>, %arg2: tensor<100x50xf32>) -> tensor<100x50xf32> {
    %0 = scf.forall (%arg3, %arg4) in (4, 4) shared_outs(%arg5 = %arg2) -> (tensor<100x50xf32>) {
      %1 = affine.apply #map(%arg3)
      %2 = affine.apply #map1(%arg4)
      %c100 = arith.constant 100 : index
      %3 = affine.min #map2(%1)
      %c50 = arith.constant 50 : index
      %4 = affine.min #map3(%2)
      %5 = affine.apply #map4(%3)
      %6 = affine.apply #map4(%4)
      %7 = affine.apply #map4(%3)
      %8 = affine.apply #map4(%4)
      %9 = affine.apply #map4(%3)
      %10 = affine.apply #map4(%4)
      %extracted_slice = tensor.extract_slice %arg0[%1, 0] [%3, 32] [1, 1] : tensor<100x32xf32> to tensor<?x32xf32>
      %extracted_slice_0 = tensor.extract_slice %arg1[0, %2] [32, %4] [1, 1] : tensor<32x50xf32> to tensor<32x?xf32>
      %extracted_slice_1 = tensor.extract_slice %arg5[%1, %2] [%3, %4] [1, 1] : tensor<100x50xf32> to tensor<?x?xf32>
      %11 = linalg.matmul ins(%extracted_slice, %extracted_slice_0 : tensor<?x32xf32>, tensor<32x?xf32>) outs(%extracted_slice_1 : tensor<?x?xf32>) -> tensor<?x?xf32>
      %12 = affine.apply #map4(%3)
      %13 = affine.apply #map4(%4)
      %14 = affine.apply #map4(%3)
      %15 = affine.apply #map4(%4)
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %11 into %arg5[%1, %2] [%3, %4] [1, 1] : tensor<?x?xf32> into tensor<100x50xf32>
      }
    }
    return %0 : tensor<100x50xf32>
  }
}

