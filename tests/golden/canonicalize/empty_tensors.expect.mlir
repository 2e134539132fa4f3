module {
  func.func @f(%arg0: index, %arg1: index) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<4x?xf32>) {
    %0 = tensor.empty(%arg0) : tensor<4x?xf32>
    %cast = tensor.cast %0 : tensor<4x?xf32> to tensor<?x?xf32>
    %1 = tensor.empty(%arg0) : tensor<?xf32>
    %2 = tensor.empty(%arg0) : tensor<4x?xf32>
    return %cast, %1, %2 : tensor<?x?xf32>, tensor<?xf32>, tensor<4x?xf32>
  }
}

