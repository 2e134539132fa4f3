module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c2 = arith.constant 2 : index
    %0 = linalg.log ins(%arg0 : tensor<4xf32>) outs(%arg1 : tensor<4xf32>) -> tensor<4xf32>
    %1:2 = scf.for %arg2 = %c0 to %c4 step %c2 iter_args(%arg3 = %arg1, %arg4 = %arg1) -> (tensor<4xf32>, tensor<4xf32>) {
      %extracted_slice = tensor.extract_slice %arg0[%arg2] [2] [1] : tensor<4xf32> to tensor<2xf32>
      %extracted_slice_0 = tensor.extract_slice %arg3[%arg2] [2] [1] : tensor<4xf32> to tensor<2xf32>
      %2 = linalg.exp ins(%extracted_slice : tensor<2xf32>) outs(%extracted_slice_0 : tensor<2xf32>) -> tensor<2xf32>
      %extracted_slice_1 = tensor.extract_slice %0[%arg2] [2] [1] : tensor<4xf32> to tensor<2xf32>
      %extracted_slice_2 = tensor.extract_slice %arg4[%arg2] [2] [1] : tensor<4xf32> to tensor<2xf32>
      %3 = linalg.add ins(%2, %extracted_slice_1 : tensor<2xf32>, tensor<2xf32>) outs(%extracted_slice_2 : tensor<2xf32>) -> tensor<2xf32>
      %inserted_slice = tensor.insert_slice %3 into %arg4[%arg2] [2] [1] : tensor<2xf32> into tensor<4xf32>
      scf.yield %arg3, %inserted_slice : tensor<4xf32>, tensor<4xf32>
    }
    return %1#1 : tensor<4xf32>
  }
}

