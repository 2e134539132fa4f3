module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32>, %arg3: index) -> (tensor<4xf32>, tensor<?xf32>, tensor<?xf32>) {
    %inserted_slice = tensor.insert_slice %arg2 into %arg0[%arg3] [4] [1] : tensor<4xf32> into tensor<?xf32>
    return %arg1, %arg0, %inserted_slice : tensor<4xf32>, tensor<?xf32>, tensor<?xf32>
  }
}

