module {
  func.func @f(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?x4xf32>, %arg2: index, %arg3: f32) -> (index, index, index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %padded = tensor.pad %arg0 low[0, 0] high[%arg2, 0] {
    ^bb0(%arg4: index, %arg5: index):
      tensor.yield %arg3 : f32
    } : tensor<?x?xf32> to tensor<?x?xf32>
    %dim = tensor.dim %padded, %c0 : tensor<?x?xf32>
    %dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xf32>
    %dim_1 = tensor.dim %arg1, %c1 : tensor<?x?x4xf32>
    return %dim, %dim_0, %dim_1 : index, index, index
  }
}

