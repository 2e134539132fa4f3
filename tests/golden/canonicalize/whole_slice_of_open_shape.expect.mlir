module {
  func.func @f(%arg0: tensor<?x8xf32>, %arg1: tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>) {
    %0 = linalg.exp ins(%arg0 : tensor<?x8xf32>) outs(%arg0 : tensor<?x8xf32>) -> tensor<?x8xf32>
    return %0, %arg1 : tensor<?x8xf32>, tensor<?x8xf32>
  }
}

