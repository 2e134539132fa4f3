module {
  func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.exp ins(%arg0 : tensor<4xf32>) outs(%arg0 : tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @f_0(%arg0: tensor<?xf32>) -> tensor<?xf32> {
    %0 = linalg.exp ins(%arg0 : tensor<?xf32>) outs(%arg0 : tensor<?xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  func.func @g(%arg0: tensor<?xf32>) -> tensor<?xf32> {
    %0 = call @f_0(%arg0) : (tensor<?xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}

