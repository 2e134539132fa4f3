module {
  func.func private @double_1(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.add ins(%arg0, %arg0 : tensor<8xf32>, tensor<8xf32>) outs(%arg0 : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func private @double_0(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.add ins(%arg0, %arg0 : tensor<4xf32>, tensor<4xf32>) outs(%arg0 : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<4xf32>, tensor<4xf32>) {
    %0 = call @double_0(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = call @double_1(%arg1) : (tensor<8xf32>) -> tensor<8xf32>
    %2 = call @double_0(%0) : (tensor<4xf32>) -> tensor<4xf32>
    return %1, %0, %2 : tensor<8xf32>, tensor<4xf32>, tensor<4xf32>
  }
}

