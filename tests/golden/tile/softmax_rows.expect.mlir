module {
  func.func @f(%arg0: tensor<8x9xf32>, %arg1: tensor<8x9xf32>) -> tensor<8x9xf32> {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    %0 = scf.for %arg2 = %c0 to %c8 step %c4 iter_args(%arg3 = %arg1) -> (tensor<8x9xf32>) {
      %extracted_slice = tensor.extract_slice %arg0[%arg2, 0] [4, 9] [1, 1] : tensor<8x9xf32> to tensor<4x9xf32>
      %extracted_slice_0 = tensor.extract_slice %arg3[%arg2, 0] [4, 9] [1, 1] : tensor<8x9xf32> to tensor<4x9xf32>
      %1 = linalg.softmax dimension(1) ins(%extracted_slice : tensor<4x9xf32>) outs(%extracted_slice_0 : tensor<4x9xf32>) -> tensor<4x9xf32>
      %inserted_slice = tensor.insert_slice %1 into %arg3[%arg2, 0] [4, 9] [1, 1] : tensor<4x9xf32> into tensor<8x9xf32>
      scf.yield %inserted_slice : tensor<8x9xf32>
    }
    return %0 : tensor<8x9xf32>
  }
}

