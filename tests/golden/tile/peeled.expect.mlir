module {
  func.func @f(%arg0: tensor<10x21xf32>, %arg1: tensor<10x21xf32>) -> tensor<10x21xf32> {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %0 = scf.for %arg2 = %c0 to %c8 step %c4 iter_args(%arg3 = %arg1) -> (tensor<10x21xf32>) {
      %3 = scf.for %arg4 = %c0 to %c16 step %c8 iter_args(%arg5 = %arg3) -> (tensor<10x21xf32>) {
        %extracted_slice_4 = tensor.extract_slice %arg0[%arg2, %arg4] [4, 8] [1, 1] : tensor<10x21xf32> to tensor<4x8xf32>
        %extracted_slice_5 = tensor.extract_slice %arg5[%arg2, %arg4] [4, 8] [1, 1] : tensor<10x21xf32> to tensor<4x8xf32>
        %5 = linalg.exp ins(%extracted_slice_4 : tensor<4x8xf32>) outs(%extracted_slice_5 : tensor<4x8xf32>) -> tensor<4x8xf32>
        %inserted_slice_6 = tensor.insert_slice %5 into %arg5[%arg2, %arg4] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<10x21xf32>
        scf.yield %inserted_slice_6 : tensor<10x21xf32>
      }
      %extracted_slice_1 = tensor.extract_slice %arg0[%arg2, 16] [4, 5] [1, 1] : tensor<10x21xf32> to tensor<4x5xf32>
      %extracted_slice_2 = tensor.extract_slice %3[%arg2, 16] [4, 5] [1, 1] : tensor<10x21xf32> to tensor<4x5xf32>
      %4 = linalg.exp ins(%extracted_slice_1 : tensor<4x5xf32>) outs(%extracted_slice_2 : tensor<4x5xf32>) -> tensor<4x5xf32>
      %inserted_slice_3 = tensor.insert_slice %4 into %3[%arg2, 16] [4, 5] [1, 1] : tensor<4x5xf32> into tensor<10x21xf32>
      scf.yield %inserted_slice_3 : tensor<10x21xf32>
    }
    %1 = scf.for %arg2 = %c0 to %c16 step %c8 iter_args(%arg3 = %0) -> (tensor<10x21xf32>) {
      %extracted_slice_1 = tensor.extract_slice %arg0[8, %arg2] [2, 8] [1, 1] : tensor<10x21xf32> to tensor<2x8xf32>
      %extracted_slice_2 = tensor.extract_slice %arg3[8, %arg2] [2, 8] [1, 1] : tensor<10x21xf32> to tensor<2x8xf32>
      %3 = linalg.exp ins(%extracted_slice_1 : tensor<2x8xf32>) outs(%extracted_slice_2 : tensor<2x8xf32>) -> tensor<2x8xf32>
      %inserted_slice_3 = tensor.insert_slice %3 into %arg3[8, %arg2] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<10x21xf32>
      scf.yield %inserted_slice_3 : tensor<10x21xf32>
    }
    %extracted_slice = tensor.extract_slice %arg0[8, 16] [2, 5] [1, 1] : tensor<10x21xf32> to tensor<2x5xf32>
    %extracted_slice_0 = tensor.extract_slice %1[8, 16] [2, 5] [1, 1] : tensor<10x21xf32> to tensor<2x5xf32>
    %2 = linalg.exp ins(%extracted_slice : tensor<2x5xf32>) outs(%extracted_slice_0 : tensor<2x5xf32>) -> tensor<2x5xf32>
    %inserted_slice = tensor.insert_slice %2 into %1[8, 16] [2, 5] [1, 1] : tensor<2x5xf32> into tensor<10x21xf32>
    return %inserted_slice : tensor<10x21xf32>
  }
}

