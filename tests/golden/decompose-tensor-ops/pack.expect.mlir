module {
  func.func @f(%arg0: tensor<7x8xf32>, %arg1: tensor<2x2x4x4xf32>, %arg2: f32, %arg3: tensor<0x8xf32>, %arg4: tensor<0x8x4xf32>) -> (tensor<7x8xf32>, tensor<0x8x4xf32>) {
    %0 = tensor.empty() : tensor<8x8xf32>
    %1 = linalg.fill ins(%arg2 : f32) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %1[0, 0] [7, 8] [1, 1] : tensor<7x8xf32> into tensor<8x8xf32>
    %expanded = tensor.expand_shape %inserted_slice [[0, 1], [2, 3]] output_shape [2, 4, 2, 4] : tensor<8x8xf32> into tensor<2x4x2x4xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<2x4x2x4xf32>) outs(%arg1 : tensor<2x2x4x4xf32>) permutation = [0, 2, 1, 3] 
    %2 = tensor.empty() : tensor<2x4x2x4xf32>
    %transposed_0 = linalg.transpose ins(%transposed : tensor<2x2x4x4xf32>) outs(%2 : tensor<2x4x2x4xf32>) permutation = [0, 2, 1, 3] 
    %collapsed = tensor.collapse_shape %transposed_0 [[0, 1], [2, 3]] : tensor<2x4x2x4xf32> into tensor<8x8xf32>
    %extracted_slice = tensor.extract_slice %collapsed[0, 0] [7, 8] [1, 1] : tensor<8x8xf32> to tensor<7x8xf32>
    %3 = linalg.copy ins(%extracted_slice : tensor<7x8xf32>) outs(%arg0 : tensor<7x8xf32>) -> tensor<7x8xf32>
    return %3, %arg4 : tensor<7x8xf32>, tensor<0x8x4xf32>
  }
}

