module {
  func.func @f(%arg0: tensor<2x6xf32>, %arg1: tensor<6x2xf32>, %arg2: index) -> tensor<6x2xf32> {
    %dim = tensor.dim %arg0, %arg2 : tensor<2x6xf32>
    %extracted = tensor.extract %arg0[%arg2, %arg2] : tensor<2x6xf32>
    %extracted_slice = tensor.extract_slice %arg0[0, 2] [1, 3] [1, 1] : tensor<2x6xf32> to tensor<3xf32>
    %inserted_slice = tensor.insert_slice %extracted_slice into %arg0[1, 0] [1, 3] [1, 2] : tensor<3xf32> into tensor<2x6xf32>
    %expanded = tensor.expand_shape %inserted_slice [[0], [1, 2]] output_shape [2, 2, 3] : tensor<2x6xf32> into tensor<2x2x3xf32>
    %collapsed = tensor.collapse_shape %expanded [[0], [1, 2]] : tensor<2x2x3xf32> into tensor<2x6xf32>
    %cast = tensor.cast %collapsed : tensor<2x6xf32> to tensor<?x6xf32>
    %transposed = linalg.transpose ins(%collapsed : tensor<2x6xf32>) outs(%arg1 : tensor<6x2xf32>) permutation = [1, 0] 
    return %transposed : tensor<6x2xf32>
  }
}

