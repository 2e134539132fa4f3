module {
  func.func @f(%arg0: tensor<?x3xf32>, %arg1: index, %arg2: f32) -> tensor<?x3xf32> {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x3xf32>
    %0 = arith.addi %arg1, %dim : index
    %1 = arith.addi %0, %c2 : index
    %2 = tensor.empty(%1) : tensor<?x3xf32>
    %3 = linalg.fill ins(%arg2 : f32) outs(%2 : tensor<?x3xf32>) -> tensor<?x3xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %3[%arg1, 0] [%dim, 3] [1, 1] : tensor<?x3xf32> into tensor<?x3xf32>
    return %inserted_slice : tensor<?x3xf32>
  }
}

