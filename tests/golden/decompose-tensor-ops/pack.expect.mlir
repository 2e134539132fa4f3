module {
  func.func @f(%arg0: tensor<7x8xf32>, %arg1: tensor<2x2x4x4xf32>, %arg2: f32, %arg3: tensor<0x8xf32>, %arg4: tensor<0x8x4xf32>) -> (tensor<7x8xf32>, tensor<0x8x4xf32>) {
    %padded = tensor.pad %arg0 low[0, 0] high[1, 0] {
    ^bb0(%arg5: index, %arg6: index):
      tensor.yield %arg2 : f32
    } : tensor<7x8xf32> to tensor<8x8xf32>
    %expanded = tensor.expand_shape %padded [[0, 1], [2, 3]] output_shape [2, 4, 2, 4] : tensor<8x8xf32> into tensor<2x4x2x4xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<2x4x2x4xf32>) outs(%arg1 : tensor<2x2x4x4xf32>) permutation = [0, 2, 1, 3] 
    %0 = tensor.empty() : tensor<2x4x2x4xf32>
    %transposed_0 = linalg.transpose ins(%transposed : tensor<2x2x4x4xf32>) outs(%0 : tensor<2x4x2x4xf32>) permutation = [0, 2, 1, 3] 
    %collapsed = tensor.collapse_shape %transposed_0 [[0, 1], [2, 3]] : tensor<2x4x2x4xf32> into tensor<8x8xf32>
    %extracted_slice = tensor.extract_slice %collapsed[0, 0] [7, 8] [1, 1] : tensor<8x8xf32> to tensor<7x8xf32>
    %1 = linalg.copy ins(%extracted_slice : tensor<7x8xf32>) outs(%arg0 : tensor<7x8xf32>) -> tensor<7x8xf32>
    return %1, %arg4 : tensor<7x8xf32>, tensor<0x8x4xf32>
  }
}

