#map = affine_map<(d0) -> (-d0 + 20, 32)>
#map1 = affine_map<(d0) -> (-d0 + 50, 16)>
#map2 = affine_map<(d0) -> (d0 - 1)>
module {
  func.func @f(%arg0: tensor<20x32xf32>, %arg1: tensor<32x50xf32>, %arg2: tensor<20x50xf32>) -> tensor<20x50xf32> {
    %c0 = arith.constant 0 : index
    %c0_0 = arith.constant 0 : index
    %c20 = arith.constant 20 : index
    %c50 = arith.constant 50 : index
    %c32 = arith.constant 32 : index
    %c16 = arith.constant 16 : index
    %0 = scf.for %arg3 = %c0 to %c20 step %c32 iter_args(%arg4 = %arg2) -> (tensor<20x50xf32>) {
      %1 = scf.for %arg5 = %c0_0 to %c50 step %c16 iter_args(%arg6 = %arg4) -> (tensor<20x50xf32>) {
        %c20_1 = arith.constant 20 : index
        %2 = affine.min #map(%arg3)
        %c50_2 = arith.constant 50 : index
        %3 = affine.min #map1(%arg5)
        %4 = affine.apply #map2(%2)
        %5 = affine.apply #map2(%3)
        %6 = affine.apply #map2(%2)
        %7 = affine.apply #map2(%3)
        %8 = affine.apply #map2(%2)
        %9 = affine.apply #map2(%3)
        %extracted_slice = tensor.extract_slice %arg0[%arg3, 0] [%2, 32] [1, 1] : tensor<20x32xf32> to tensor<?x32xf32>
        %extracted_slice_3 = tensor.extract_slice %arg1[0, %arg5] [32, %3] [1, 1] : tensor<32x50xf32> to tensor<32x?xf32>
        %extracted_slice_4 = tensor.extract_slice %arg6[%arg3, %arg5] [%2, %3] [1, 1] : tensor<20x50xf32> to tensor<?x?xf32>
        %10 = linalg.matmul ins(%extracted_slice, %extracted_slice_3 : tensor<?x32xf32>, tensor<32x?xf32>) outs(%extracted_slice_4 : tensor<?x?xf32>) -> tensor<?x?xf32>
        %11 = affine.apply #map2(%2)
        %12 = affine.apply #map2(%3)
        %13 = affine.apply #map2(%2)
        %14 = affine.apply #map2(%3)
        %inserted_slice = tensor.insert_slice %10 into %arg6[%arg3, %arg5] [%2, %3] [1, 1] : tensor<?x?xf32> into tensor<20x50xf32>
        scf.yield %inserted_slice : tensor<20x50xf32>
      }
      scf.yield %1 : tensor<20x50xf32>
    }
    return %0 : tensor<20x50xf32>
  }
}

