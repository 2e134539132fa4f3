module {
  func.func @f(%arg0: tensor<2x3x4xf32>, %arg1: f32) -> (tensor<2x3x4xf32>, tensor<24xf32>, tensor<6x4xf32>, tensor<2x2xf32>, tensor<2x3xf32>, tensor<6x2x2xf32>) {
    %collapsed = tensor.collapse_shape %arg0 [[0, 1, 2]] : tensor<2x3x4xf32> into tensor<24xf32>
    %collapsed_0 = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
    %cst = arith.constant dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
    %0 = tensor.empty() : tensor<2x3xf32>
    %1 = linalg.fill ins(%arg1 : f32) outs(%0 : tensor<2x3xf32>) -> tensor<2x3xf32>
    %expanded = tensor.expand_shape %collapsed [[0, 1, 2]] output_shape [6, 2, 2] : tensor<24xf32> into tensor<6x2x2xf32>
    return %arg0, %collapsed, %collapsed_0, %cst, %1, %expanded : tensor<2x3x4xf32>, tensor<24xf32>, tensor<6x4xf32>, tensor<2x2xf32>, tensor<2x3xf32>, tensor<6x2x2xf32>
  }
}

