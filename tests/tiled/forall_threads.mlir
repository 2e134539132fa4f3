#map = affine_map<(d0) -> (d0 * 25)>
#map1 = affine_map<(d0) -> (d0 * 17)>
#map2 = affine_map<(d0) -> (d0 * -17 + 50)>
#map3 = affine_map<(d0) -> (d0 * -17 + 50, 17)>
#map4 = affine_map<(d0) -> (d0 - 1)>
module {
  func.func @f(%arg0: tensor<100x32xf32>, %arg1: tensor<32x50xf32>, %arg2: tensor<100x50xf32>) -> tensor<100x50xf32> {
    %0 = scf.forall (%arg3, %arg4) in (4, 3) shared_outs(%arg5 = %arg2) -> (tensor<100x50xf32>) {
      %1 = affine.apply #map(%arg3)
      %2 = affine.apply #map1(%arg4)
      %3 = affine.apply #map2(%arg4)
      %4 = affine.min #map3(%arg4)
      %5 = affine.apply #map4(%4)
      %6 = affine.apply #map(%arg3)
      %7 = affine.apply #map1(%arg4)
      %8 = affine.apply #map4(%4)
      %9 = affine.apply #map(%arg3)
      %10 = affine.apply #map1(%arg4)
      %11 = affine.apply #map4(%4)
      %extracted_slice = tensor.extract_slice %arg0[%6, 0] [25, 32] [1, 1] : tensor<100x32xf32> to tensor<25x32xf32>
      %extracted_slice_0 = tensor.extract_slice %arg1[0, %7] [32, %4] [1, 1] : tensor<32x50xf32> to tensor<32x?xf32>
      %extracted_slice_1 = tensor.extract_slice %arg5[%9, %10] [25, %4] [1, 1] : tensor<100x50xf32> to tensor<25x?xf32>
      %12 = linalg.matmul ins(%extracted_slice, %extracted_slice_0 : tensor<25x32xf32>, tensor<32x?xf32>) outs(%extracted_slice_1 : tensor<25x?xf32>) -> tensor<25x?xf32>
      %13 = affine.apply #map4(%4)
      %14 = affine.apply #map(%arg3)
      %15 = affine.apply #map1(%arg4)
      %16 = affine.apply #map4(%4)
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %12 into %arg5[%14, %15] [25, %4] [1, 1] : tensor<25x?xf32> into tensor<100x50xf32>
      }
    }
    return %0 : tensor<100x50xf32>
  }
}

