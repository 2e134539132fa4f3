module {
  func.func @f(%arg0: tensor<0xf32>, %arg1: tensor<2xf32>, %arg2: index) -> (tensor<?xf32>, tensor<?xf32>) {
    %c0 = arith.constant 0 : index
    %extracted_slice = tensor.extract_slice %arg0[%c0] [%arg2] [1] : tensor<0xf32> to tensor<?xf32>
    %c2 = arith.constant 2 : index
    %extracted_slice_0 = tensor.extract_slice %arg1[%c2] [%arg2] [1] : tensor<2xf32> to tensor<?xf32>
    return %extracted_slice, %extracted_slice_0 : tensor<?xf32>, tensor<?xf32>
  }
}

