module {
  func.func @f(%arg0: f32) -> (f32, tensor<4xf32>, tensor<4xf32>) {
    %0 = math.exp %arg0 : f32
    %1 = math.exp %arg0 fastmath<fast> : f32
    %2 = arith.addf %0, %0 : f32
    %3 = arith.addf %2, %1 : f32
    %4 = tensor.empty() : tensor<4xf32>
    %5 = tensor.empty() : tensor<4xf32>
    %6 = linalg.fill ins(%0 : f32) outs(%4 : tensor<4xf32>) -> tensor<4xf32>
    %7 = linalg.fill ins(%3 : f32) outs(%5 : tensor<4xf32>) -> tensor<4xf32>
    return %3, %6, %7 : f32, tensor<4xf32>, tensor<4xf32>
  }
}

