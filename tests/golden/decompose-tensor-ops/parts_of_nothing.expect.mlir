module {
  func.func @concat(%arg0: tensor<2xf32>, %arg1: tensor<0xf32>) -> tensor<2xf32> {
    %0 = tensor.empty() : tensor<2xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %0[0] [2] [1] : tensor<2xf32> into tensor<2xf32>
    return %inserted_slice : tensor<2xf32>
  }
  func.func @pad(%arg0: tensor<0xf32>, %arg1: f32) -> tensor<3xf32> {
    %0 = tensor.empty() : tensor<3xf32>
    %1 = linalg.fill ins(%arg1 : f32) outs(%0 : tensor<3xf32>) -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
}

