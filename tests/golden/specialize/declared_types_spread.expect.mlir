module {
  func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<?x?xf32>) -> tensor<4x8xf32> {
    %cast = tensor.cast %arg1 : tensor<?x?xf32> to tensor<4x8xf32>
    %0 = linalg.exp ins(%arg0 : tensor<4x8xf32>) outs(%cast : tensor<4x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
}

