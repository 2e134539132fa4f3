module {
  func.func private @again_0(%arg0: tensor<4xf32>, %arg1: index) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = arith.cmpi eq, %arg1, %c0 : index
    %1 = scf.if %0 -> (tensor<?xf32>) {
      %cast = tensor.cast %arg0 : tensor<4xf32> to tensor<?xf32>
      scf.yield %cast : tensor<?xf32>
    } else {
      %2 = linalg.exp ins(%arg0 : tensor<4xf32>) outs(%arg0 : tensor<4xf32>) -> tensor<4xf32>
      %3 = arith.subi %arg1, %c1 : index
      %4 = func.call @again_0(%2, %3) : (tensor<4xf32>, index) -> tensor<?xf32>
      scf.yield %4 : tensor<?xf32>
    }
    return %1 : tensor<?xf32>
  }
  func.func @main(%arg0: tensor<4xf32>, %arg1: index) -> tensor<?xf32> {
    %0 = call @again_0(%arg0, %arg1) : (tensor<4xf32>, index) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}

