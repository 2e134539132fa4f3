module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: index) -> (tensor<?xf32>, tensor<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cast = tensor.cast %arg0 : tensor<4xf32> to tensor<?xf32>
    %0 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %arg0) -> (tensor<4xf32>) {
      %2 = linalg.exp ins(%arg3 : tensor<4xf32>) outs(%arg3 : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %2 : tensor<4xf32>
    }
    %cast_0 = tensor.cast %0 : tensor<4xf32> to tensor<?xf32>
    %1 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %cast) -> (tensor<?xf32>) {
      %concat = tensor.concat dim(0) %arg3, %arg3 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      scf.yield %concat : tensor<?xf32>
    }
    return %cast_0, %1 : tensor<?xf32>, tensor<?xf32>
  }
}

