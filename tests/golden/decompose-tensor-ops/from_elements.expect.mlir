module {
  func.func @f(%arg0: f32, %arg1: f32, %arg2: f32, %arg3: f32) -> tensor<2x2xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = tensor.empty() : tensor<2x2xf32>
    %inserted = tensor.insert %arg0 into %0[%c0, %c0] : tensor<2x2xf32>
    %inserted_0 = tensor.insert %arg1 into %inserted[%c0, %c1] : tensor<2x2xf32>
    %inserted_1 = tensor.insert %arg2 into %inserted_0[%c1, %c0] : tensor<2x2xf32>
    %inserted_2 = tensor.insert %arg3 into %inserted_1[%c1, %c1] : tensor<2x2xf32>
    return %inserted_2 : tensor<2x2xf32>
  }
}

