#map = affine_map<(d0) -> (-d0 + 50, 16)>
#map1 = affine_map<(d0) -> (d0 - 1)>
module {
  func.func @f(%arg0: tensor<0x4xf32>, %arg1: tensor<4x50xf32>, %arg2: tensor<0x50xf32>) -> tensor<0x50xf32> {
    %c0 = arith.constant 0 : index
    %c0_0 = arith.constant 0 : index
    %c0_1 = arith.constant 0 : index
    %c50 = arith.constant 50 : index
    %c32 = arith.constant 32 : index
    %c16 = arith.constant 16 : index
    %0 = scf.for %arg3 = %c0 to %c0_1 step %c32 iter_args(%arg4 = %arg2) -> (tensor<0x50xf32>) {
      %1 = scf.for %arg5 = %c0_0 to %c50 step %c16 iter_args(%arg6 = %arg4) -> (tensor<0x50xf32>) {
        %c50_2 = arith.constant 50 : index
        %2 = affine.min #map(%arg5)
        %3 = affine.apply #map1(%2)
        %4 = affine.apply #map1(%2)
        %5 = affine.apply #map1(%2)
        %extracted_slice = tensor.extract_slice %arg0[%arg3, 0] [32, 4] [1, 1] : tensor<0x4xf32> to tensor<32x4xf32>
        %extracted_slice_3 = tensor.extract_slice %arg1[0, %arg5] [4, %2] [1, 1] : tensor<4x50xf32> to tensor<4x?xf32>
        %extracted_slice_4 = tensor.extract_slice %arg6[%arg3, %arg5] [32, %2] [1, 1] : tensor<0x50xf32> to tensor<32x?xf32>
        %6 = linalg.matmul ins(%extracted_slice, %extracted_slice_3 : tensor<32x4xf32>, tensor<4x?xf32>) outs(%extracted_slice_4 : tensor<32x?xf32>) -> tensor<32x?xf32>
        %7 = affine.apply #map1(%2)
        %8 = affine.apply #map1(%2)
        %inserted_slice = tensor.insert_slice %6 into %arg6[%arg3, %arg5] [32, %2] [1, 1] : tensor<32x?xf32> into tensor<0x50xf32>
        scf.yield %inserted_slice : tensor<0x50xf32>
      }
      scf.yield %1 : tensor<0x50xf32>
    }
    return %0 : tensor<0x50xf32>
  }
}

