module {
  func.func @f(%arg0: tensor<2x4xf32>, %arg1: f32, %arg2: index) -> tensor<2x4xf32> {
    %inserted = tensor.insert %arg1 into %arg0[%arg2, %arg2] : tensor<2x4xf32>
    return %inserted : tensor<2x4xf32>
  }
}

