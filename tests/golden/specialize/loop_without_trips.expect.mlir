module {
  func.func @f(%arg0: tensor<0xf32>) -> tensor<0xf32> {
    return %arg0 : tensor<0xf32>
  }
}

