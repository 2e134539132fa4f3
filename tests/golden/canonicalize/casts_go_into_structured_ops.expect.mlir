module {
  func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<5x8xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
    %cast = tensor.cast %arg0 : tensor<4x8xf32> to tensor<?x?xf32>
    %cast_0 = tensor.cast %arg2 : tensor<5x8xf32> to tensor<?x?xf32>
    %cast_1 = tensor.cast %arg1 : tensor<?x?xf32> to tensor<4x8xf32>
    %0 = linalg.exp ins(%arg0 : tensor<4x8xf32>) outs(%cast_1 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %cast_2 = tensor.cast %0 : tensor<4x8xf32> to tensor<?x?xf32>
    %1 = linalg.add ins(%cast, %cast_0 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%arg1 : tensor<?x?xf32>) -> tensor<?x?xf32>
    return %cast_2, %1 : tensor<?x?xf32>, tensor<?x?xf32>
  }
}

