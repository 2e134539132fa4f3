module {
  func.func @f(%arg0: tensor<6x8xf32>, %arg1: index) -> (tensor<6x8xf32>, tensor<2x3x8xf32>, tensor<48xf32>) {
    %extracted_slice = tensor.extract_slice %arg0[2, 0] [1, 3] [1, 2] : tensor<6x8xf32> to tensor<3xf32>
    %inserted_slice = tensor.insert_slice %extracted_slice into %arg0[0, 2] [1, 3] [1, 1] : tensor<3xf32> into tensor<6x8xf32>
    %expanded = tensor.expand_shape %inserted_slice [[0, 1], [2]] output_shape [2, 3, 8] : tensor<6x8xf32> into tensor<2x3x8xf32>
    %collapsed = tensor.collapse_shape %expanded [[0, 1, 2]] : tensor<2x3x8xf32> into tensor<48xf32>
    return %inserted_slice, %expanded, %collapsed : tensor<6x8xf32>, tensor<2x3x8xf32>, tensor<48xf32>
  }
}

