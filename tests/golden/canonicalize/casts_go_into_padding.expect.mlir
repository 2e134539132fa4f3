module {
  func.func @f(%arg0: tensor<5x2xf32>, %arg1: index, %arg2: f32) -> (tensor<7x4xf32>, tensor<?x?xf32>, tensor<5x?xf32>, tensor<5x2xf32>) {
    %padded = tensor.pad %arg0 low[%arg1, 0] high[1, 2] {
    ^bb0(%arg3: index, %arg4: index):
      tensor.yield %arg2 : f32
    } : tensor<5x2xf32> to tensor<7x4xf32>
    %padded_0 = tensor.pad %arg0 low[0, %arg1] high[1, 2] {
    ^bb0(%arg3: index, %arg4: index):
      tensor.yield %arg2 : f32
    } : tensor<5x2xf32> to tensor<6x?xf32>
    %cast = tensor.cast %padded_0 : tensor<6x?xf32> to tensor<?x?xf32>
    %cast_1 = tensor.cast %arg0 : tensor<5x2xf32> to tensor<5x?xf32>
    %padded_2 = tensor.pad %arg0 nofold low[0, 0] high[0, 0] {
    ^bb0(%arg3: index, %arg4: index):
      tensor.yield %arg2 : f32
    } : tensor<5x2xf32> to tensor<5x2xf32>
    return %padded, %cast, %cast_1, %padded_2 : tensor<7x4xf32>, tensor<?x?xf32>, tensor<5x?xf32>, tensor<5x2xf32>
  }
}

