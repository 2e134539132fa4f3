module {
  func.func @f(%arg0: tensor<?x?xf32>, %arg1: tensor<?x4xf32>, %arg2: index) -> (index, index, index, index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dim = tensor.dim %arg1, %c0 : tensor<?x4xf32>
    %dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xf32>
    return %arg2, %dim, %dim_0, %arg2 : index, index, index, index
  }
}

