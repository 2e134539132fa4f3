module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<4xf32>, %arg2: tensor<?xf32>, %arg3: tensor<8xf32>, %arg4: index) -> (tensor<?xf32>, tensor<?xf32>) {
    %inserted_slice = tensor.insert_slice %arg1 into %arg0[%arg4] [4] [1] : tensor<4xf32> into tensor<?xf32>
    %cast = tensor.cast %arg2 : tensor<?xf32> to tensor<3xf32>
    %inserted_slice_0 = tensor.insert_slice %cast into %arg3[%arg4] [3] [1] : tensor<3xf32> into tensor<8xf32>
    %cast_1 = tensor.cast %inserted_slice_0 : tensor<8xf32> to tensor<?xf32>
    return %inserted_slice, %cast_1 : tensor<?xf32>, tensor<?xf32>
  }
}

