#map = affine_map<(d0) -> (d0 * 32)>
#map1 = affine_map<(d0) -> (d0 * 25)>
#map2 = affine_map<(d0) -> (-d0 + 100, 32)>
#map3 = affine_map<(d0) -> (d0 - 1)>
module {
  func.func @f(%arg0: tensor<100x60xf32>, %arg1: tensor<60x50xf32>) -> tensor<100x50xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<100x50xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<100x50xf32>) -> tensor<100x50xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<100x60xf32>, tensor<60x50xf32>) outs(%1 : tensor<100x50xf32>) -> tensor<100x50xf32>
    %3 = tensor.empty() : tensor<100x50xf32>
    %4 = scf.forall (%arg2, %arg3) in (4, 2) shared_outs(%arg4 = %3) -> (tensor<100x50xf32>) {
      %5 = affine.apply #map(%arg2)
      %6 = affine.apply #map1(%arg3)
      %c100 = arith.constant 100 : index
      %7 = affine.min #map2(%5)
      %8 = affine.apply #map3(%7)
      %9 = affine.apply #map3(%7)
      %10 = affine.apply #map3(%7)
      %11 = affine.apply #map3(%7)
      %12 = affine.apply #map(%arg2)
      %13 = affine.apply #map3(%7)
      %14 = affine.apply #map1(%arg3)
      %15 = affine.apply #map(%arg2)
      %16 = affine.apply #map3(%7)
      %17 = affine.apply #map1(%arg3)
      %extracted_slice = tensor.extract_slice %arg0[%12, 0] [%7, 60] [1, 1] : tensor<100x60xf32> to tensor<?x60xf32>
      %extracted_slice_0 = tensor.extract_slice %arg1[0, %14] [60, 25] [1, 1] : tensor<60x50xf32> to tensor<60x25xf32>
      %18 = affine.apply #map3(%7)
      %19 = affine.apply #map(%arg2)
      %20 = affine.apply #map3(%7)
      %21 = affine.apply #map1(%arg3)
      %extracted_slice_1 = tensor.extract_slice %0[%19, %21] [%7, 25] [1, 1] : tensor<100x50xf32> to tensor<?x25xf32>
      %22 = linalg.fill ins(%cst : f32) outs(%extracted_slice_1 : tensor<?x25xf32>) -> tensor<?x25xf32>
      %23 = linalg.matmul ins(%extracted_slice, %extracted_slice_0 : tensor<?x60xf32>, tensor<60x25xf32>) outs(%22 : tensor<?x25xf32>) -> tensor<?x25xf32>
      %extracted_slice_2 = tensor.extract_slice %arg4[%5, %6] [%7, 25] [1, 1] : tensor<100x50xf32> to tensor<?x25xf32>
      %24 = linalg.exp ins(%23 : tensor<?x25xf32>) outs(%extracted_slice_2 : tensor<?x25xf32>) -> tensor<?x25xf32>
      %25 = affine.apply #map3(%7)
      %26 = affine.apply #map3(%7)
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %24 into %arg4[%5, %6] [%7, 25] [1, 1] : tensor<?x25xf32> into tensor<100x50xf32>
      }
    }
    return %4 : tensor<100x50xf32>
  }
}

