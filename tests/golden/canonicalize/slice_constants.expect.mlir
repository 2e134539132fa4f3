module {
  func.func @f(%arg0: tensor<?x?xf32>, %arg1: tensor<4xf32>, %arg2: index) -> (tensor<?x?xf32>, tensor<?xf32>) {
    %c4 = arith.constant 4 : index
    %extracted_slice = tensor.extract_slice %arg0[1, %arg2] [4, %arg2] [1, 1] : tensor<?x?xf32> to tensor<4x?xf32>
    %cast = tensor.cast %extracted_slice : tensor<4x?xf32> to tensor<?x?xf32>
    %extracted_slice_0 = tensor.extract_slice %arg1[%c4] [%arg2] [1] : tensor<4xf32> to tensor<?xf32>
    return %cast, %extracted_slice_0 : tensor<?x?xf32>, tensor<?xf32>
  }
}

