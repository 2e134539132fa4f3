module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3x2xf32>, %arg2: index) -> tensor<3x2xf32> {
    %transposed = linalg.transpose ins(%arg0 : tensor<2x3xf32>) outs(%arg1 : tensor<3x2xf32>) permutation = [1, 0] 
    %0 = bufferization.alloc_tensor(%arg2) : tensor<?xf32>
    return %transposed : tensor<3x2xf32>
  }
}

