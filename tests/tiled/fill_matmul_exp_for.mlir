#map = affine_map<(d0) -> (-d0 + 100, 32)>
#map1 = affine_map<(d0) -> (-d0 + 50, 16)>
#map2 = affine_map<(d0) -> (d0 - 1)>
module {
  func.func @f(%arg0: tensor<100x60xf32>, %arg1: tensor<60x50xf32>) -> tensor<100x50xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<100x50xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<100x50xf32>) -> tensor<100x50xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<100x60xf32>, tensor<60x50xf32>) outs(%1 : tensor<100x50xf32>) -> tensor<100x50xf32>
    %3 = tensor.empty() : tensor<100x50xf32>
    %c0 = arith.constant 0 : index
    %c0_0 = arith.constant 0 : index
    %c100 = arith.constant 100 : index
    %c50 = arith.constant 50 : index
    %c32 = arith.constant 32 : index
    %c16 = arith.constant 16 : index
    %4 = scf.for %arg2 = %c0 to %c100 step %c32 iter_args(%arg3 = %3) -> (tensor<100x50xf32>) {
      %5 = scf.for %arg4 = %c0_0 to %c50 step %c16 iter_args(%arg5 = %arg3) -> (tensor<100x50xf32>) {
        %c100_1 = arith.constant 100 : index
        %6 = affine.min #map(%arg2)
        %c50_2 = arith.constant 50 : index
        %7 = affine.min #map1(%arg4)
        %8 = affine.apply #map2(%6)
        %9 = affine.apply #map2(%7)
        %10 = affine.apply #map2(%6)
        %11 = affine.apply #map2(%7)
        %12 = affine.apply #map2(%6)
        %13 = affine.apply #map2(%7)
        %14 = affine.apply #map2(%6)
        %15 = affine.apply #map2(%7)
        %16 = affine.apply #map2(%6)
        %17 = affine.apply #map2(%7)
        %18 = affine.apply #map2(%6)
        %19 = affine.apply #map2(%7)
        %extracted_slice = tensor.extract_slice %arg0[%arg2, 0] [%6, 60] [1, 1] : tensor<100x60xf32> to tensor<?x60xf32>
        %extracted_slice_3 = tensor.extract_slice %arg1[0, %arg4] [60, %7] [1, 1] : tensor<60x50xf32> to tensor<60x?xf32>
        %20 = affine.apply #map2(%6)
        %21 = affine.apply #map2(%7)
        %22 = affine.apply #map2(%6)
        %23 = affine.apply #map2(%7)
        %24 = tensor.empty() : tensor<100x50xf32>
        %extracted_slice_4 = tensor.extract_slice %24[%arg2, %arg4] [%6, %7] [1, 1] : tensor<100x50xf32> to tensor<?x?xf32>
        %extracted_slice_5 = tensor.extract_slice %0[%arg2, %arg4] [%6, %7] [1, 1] : tensor<100x50xf32> to tensor<?x?xf32>
        %25 = linalg.fill ins(%cst : f32) outs(%extracted_slice_5 : tensor<?x?xf32>) -> tensor<?x?xf32>
        %extracted_slice_6 = tensor.extract_slice %1[%arg2, %arg4] [%6, %7] [1, 1] : tensor<100x50xf32> to tensor<?x?xf32>
        %26 = linalg.matmul ins(%extracted_slice, %extracted_slice_3 : tensor<?x60xf32>, tensor<60x?xf32>) outs(%25 : tensor<?x?xf32>) -> tensor<?x?xf32>
        %extracted_slice_7 = tensor.extract_slice %2[%arg2, %arg4] [%6, %7] [1, 1] : tensor<100x50xf32> to tensor<?x?xf32>
        %27 = tensor.empty() : tensor<100x50xf32>
        %extracted_slice_8 = tensor.extract_slice %27[%arg2, %arg4] [%6, %7] [1, 1] : tensor<100x50xf32> to tensor<?x?xf32>
        %extracted_slice_9 = tensor.extract_slice %arg5[%arg2, %arg4] [%6, %7] [1, 1] : tensor<100x50xf32> to tensor<?x?xf32>
        %28 = linalg.exp ins(%26 : tensor<?x?xf32>) outs(%extracted_slice_9 : tensor<?x?xf32>) -> tensor<?x?xf32>
        %29 = affine.apply #map2(%6)
        %30 = affine.apply #map2(%7)
        %31 = affine.apply #map2(%6)
        %32 = affine.apply #map2(%7)
        %inserted_slice = tensor.insert_slice %28 into %arg5[%arg2, %arg4] [%6, %7] [1, 1] : tensor<?x?xf32> into tensor<100x50xf32>
        scf.yield %inserted_slice : tensor<100x50xf32>
      }
      scf.yield %5 : tensor<100x50xf32>
    }
    return %4 : tensor<100x50xf32>
  }
}

