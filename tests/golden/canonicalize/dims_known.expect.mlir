module {
  func.func @f(%arg0: index, %arg1: tensor<4x?xf32>) -> (index, index, index) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %dim = tensor.dim %arg1, %c1 : tensor<4x?xf32>
    return %arg0, %c4, %dim : index, index, index
  }
}

