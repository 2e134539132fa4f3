module {
  func.func @f(%arg0: tensor<2x3xf32>) -> tensor<4x3xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x3xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x3xf32>) -> tensor<4x3xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %1[1, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<4x3xf32>
    return %inserted_slice : tensor<4x3xf32>
  }
}

