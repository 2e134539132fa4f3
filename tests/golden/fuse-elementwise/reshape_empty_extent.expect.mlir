module {
  func.func @f(%arg0: tensor<4x0xf32>, %arg1: tensor<0xf32>) -> tensor<0xf32> {
    return %arg1 : tensor<0xf32>
  }
}

