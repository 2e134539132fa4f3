module {
  func.func @f(%arg0: tensor<?x2xf32>, %arg1: tensor<3x2xf32>, %arg2: tensor<?x2xf32>) -> tensor<?x2xf32> {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x2xf32>
    %0 = arith.addi %dim, %c3 : index
    %dim_0 = tensor.dim %arg2, %c0 : tensor<?x2xf32>
    %1 = arith.addi %0, %dim_0 : index
    %2 = tensor.empty(%1) : tensor<?x2xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %2[0, 0] [%dim, 2] [1, 1] : tensor<?x2xf32> into tensor<?x2xf32>
    %inserted_slice_1 = tensor.insert_slice %arg1 into %inserted_slice[%dim, 0] [3, 2] [1, 1] : tensor<3x2xf32> into tensor<?x2xf32>
    %inserted_slice_2 = tensor.insert_slice %arg2 into %inserted_slice_1[%0, 0] [%dim_0, 2] [1, 1] : tensor<?x2xf32> into tensor<?x2xf32>
    return %inserted_slice_2 : tensor<?x2xf32>
  }
}

