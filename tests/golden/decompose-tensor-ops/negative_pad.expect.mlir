module {
  func.func @f(%arg0: tensor<4xf32>, %arg1: i1) -> tensor<4xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = scf.if %arg1 -> (tensor<4xf32>) {
      %1 = tensor.empty() : tensor<4xf32>
      %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
      %false = arith.constant false
      cf.assert %false, "expected amounts of padding that are not negative"
      scf.yield %2 : tensor<4xf32>
    } else {
      scf.yield %arg0 : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}

