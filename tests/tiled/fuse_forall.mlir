#map = affine_map<(d0) -> (d0 * 32)>
#map1 = affine_map<(d0) -> (d0 * 16)>
#map2 = affine_map<(d0) -> (-d0 + 100, 32)>
#map3 = affine_map<(d0) -> (-d0 + 50, 16)>
#map4 = affine_map<(d0) -> (d0 - 1)>
module {
  func.func @f(%arg0: tensor<100x50xf32>, %arg1: tensor<100x50xf32>, %arg2: tensor<100x50xf32>) -> tensor<100x50xf32> {
    %0 = linalg.add ins(%arg0, %arg1 : tensor<100x50xf32>, tensor<100x50xf32>) outs(%arg2 : tensor<100x50xf32>) -> tensor<100x50xf32>
    %1 = scf.forall (%arg3, %arg4) in (4, 4) shared_outs(%arg5 = %arg2) -> (tensor<100x50xf32>) {
      %2 = affine.apply #map(%arg3)
      %3 = affine.apply #map1(%arg4)
      %c100 = arith.constant 100 : index
      %4 = affine.min #map2(%2)
      %c50 = arith.constant 50 : index
      %5 = affine.min #map3(%3)
      %6 = affine.apply #map4(%4)
      %7 = affine.apply #map4(%5)
      %8 = affine.apply #map4(%4)
      %9 = affine.apply #map4(%5)
      %10 = affine.apply #map4(%4)
      %11 = affine.apply #map4(%5)
      %12 = affine.apply #map4(%4)
      %13 = affine.apply #map4(%5)
      %14 = affine.apply #map(%arg3)
      %15 = affine.apply #map4(%4)
      %16 = affine.apply #map1(%arg4)
      %17 = affine.apply #map4(%5)
      %18 = affine.apply #map(%arg3)
      %19 = affine.apply #map4(%4)
      %20 = affine.apply #map1(%arg4)
      %21 = affine.apply #map4(%5)
      %22 = affine.apply #map(%arg3)
      %23 = affine.apply #map4(%4)
      %24 = affine.apply #map1(%arg4)
      %25 = affine.apply #map4(%5)
      %extracted_slice = tensor.extract_slice %arg0[%14, %16] [%4, %5] [1, 1] : tensor<100x50xf32> to tensor<?x?xf32>
      %extracted_slice_0 = tensor.extract_slice %arg1[%18, %20] [%4, %5] [1, 1] : tensor<100x50xf32> to tensor<?x?xf32>
      %extracted_slice_1 = tensor.extract_slice %arg5[%22, %24] [%4, %5] [1, 1] : tensor<100x50xf32> to tensor<?x?xf32>
      %26 = linalg.add ins(%extracted_slice, %extracted_slice_0 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%extracted_slice_1 : tensor<?x?xf32>) -> tensor<?x?xf32>
      %extracted_slice_2 = tensor.extract_slice %arg5[%2, %3] [%4, %5] [1, 1] : tensor<100x50xf32> to tensor<?x?xf32>
      %27 = linalg.exp ins(%26 : tensor<?x?xf32>) outs(%extracted_slice_2 : tensor<?x?xf32>) -> tensor<?x?xf32>
      %28 = affine.apply #map4(%4)
      %29 = affine.apply #map4(%5)
      %30 = affine.apply #map4(%4)
      %31 = affine.apply #map4(%5)
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %27 into %arg5[%2, %3] [%4, %5] [1, 1] : tensor<?x?xf32> into tensor<100x50xf32>
      }
    }
    return %1 : tensor<100x50xf32>
  }
}

