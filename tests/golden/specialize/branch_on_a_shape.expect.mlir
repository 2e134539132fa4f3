module {
  func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.exp ins(%arg0 : tensor<4xf32>) outs(%arg0 : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

