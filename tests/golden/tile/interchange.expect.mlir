module {
  func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    %c0_0 = arith.constant 0 : index
    %c4_1 = arith.constant 4 : index
    %c2 = arith.constant 2 : index
    %0 = scf.for %arg2 = %c0 to %c8 step %c4 iter_args(%arg3 = %arg1) -> (tensor<4x8xf32>) {
      %1 = scf.for %arg4 = %c0_0 to %c4_1 step %c2 iter_args(%arg5 = %arg3) -> (tensor<4x8xf32>) {
        %extracted_slice = tensor.extract_slice %arg0[%arg4, %arg2] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4xf32>
        %extracted_slice_2 = tensor.extract_slice %arg5[%arg4, %arg2] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4xf32>
        %2 = linalg.exp ins(%extracted_slice : tensor<2x4xf32>) outs(%extracted_slice_2 : tensor<2x4xf32>) -> tensor<2x4xf32>
        %inserted_slice = tensor.insert_slice %2 into %arg5[%arg4, %arg2] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x8xf32>
        scf.yield %inserted_slice : tensor<4x8xf32>
      }
      scf.yield %1 : tensor<4x8xf32>
    }
    return %0 : tensor<4x8xf32>
  }
}

