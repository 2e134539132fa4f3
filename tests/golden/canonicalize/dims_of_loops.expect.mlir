module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<4xf32>, %arg2: index) -> (index, index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0) -> (tensor<?xf32>) {
      %dim_1 = tensor.dim %arg0, %c0 : tensor<?xf32>
      %2 = arith.subi %dim_1, %arg3 : index
      %inserted_slice = tensor.insert_slice %arg1 into %arg4[%2] [4] [1] : tensor<4xf32> into tensor<?xf32>
      scf.yield %inserted_slice : tensor<?xf32>
    }
    %1 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %0) -> (tensor<?xf32>) {
      %concat = tensor.concat dim(0) %arg4, %arg4 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      scf.yield %concat : tensor<?xf32>
    }
    %dim = tensor.dim %arg0, %c0 : tensor<?xf32>
    %dim_0 = tensor.dim %1, %c0 : tensor<?xf32>
    return %dim, %dim_0 : index, index
  }
}

