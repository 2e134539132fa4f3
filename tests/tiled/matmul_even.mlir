module {
  func.func @f(%arg0: tensor<64x64xf32>, %arg1: tensor<64x64xf32>, %arg2: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %c0 = arith.constant 0 : index
    %c0_0 = arith.constant 0 : index
    %c0_1 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c64_2 = arith.constant 64 : index
    %c64_3 = arith.constant 64 : index
    %c32 = arith.constant 32 : index
    %c16 = arith.constant 16 : index
    %c64_4 = arith.constant 64 : index
    %0 = scf.for %arg3 = %c0 to %c64 step %c32 iter_args(%arg4 = %arg2) -> (tensor<64x64xf32>) {
      %1 = scf.for %arg5 = %c0_0 to %c64_2 step %c16 iter_args(%arg6 = %arg4) -> (tensor<64x64xf32>) {
        %2 = scf.for %arg7 = %c0_1 to %c64_3 step %c64_4 iter_args(%arg8 = %arg6) -> (tensor<64x64xf32>) {
          %extracted_slice = tensor.extract_slice %arg0[%arg3, %arg7] [32, 64] [1, 1] : tensor<64x64xf32> to tensor<32x64xf32>
          %extracted_slice_5 = tensor.extract_slice %arg1[%arg7, %arg5] [64, 16] [1, 1] : tensor<64x64xf32> to tensor<64x16xf32>
          %extracted_slice_6 = tensor.extract_slice %arg8[%arg3, %arg5] [32, 16] [1, 1] : tensor<64x64xf32> to tensor<32x16xf32>
          %3 = linalg.matmul ins(%extracted_slice, %extracted_slice_5 : tensor<32x64xf32>, tensor<64x16xf32>) outs(%extracted_slice_6 : tensor<32x16xf32>) -> tensor<32x16xf32>
          %inserted_slice = tensor.insert_slice %3 into %arg8[%arg3, %arg5] [32, 16] [1, 1] : tensor<32x16xf32> into tensor<64x64xf32>
          scf.yield %inserted_slice : tensor<64x64xf32>
        }
        scf.yield %2 : tensor<64x64xf32>
      }
      scf.yield %1 : tensor<64x64xf32>
    }
    return %0 : tensor<64x64xf32>
  }
}

