module {
  func.func @f(%arg0: tensor<3xf32>, %arg1: index) -> (tensor<7xf32>, tensor<13xf32>, tensor<2xf32>, tensor<4x2xf32>) {
    %c2 = arith.constant 2 : index
    %cst = arith.constant 0.000000e+00 : f32
    %c4 = arith.constant 4 : index
    %padded = tensor.pad %arg0 low[2] high[2] {
    ^bb0(%arg2: index):
      tensor.yield %cst : f32
    } : tensor<3xf32> to tensor<7xf32>
    %concat = tensor.concat dim(0) %arg0, %padded, %arg0 : (tensor<3xf32>, tensor<7xf32>, tensor<3xf32>) -> tensor<13xf32>
    %splat = tensor.splat %cst : tensor<2xf32>
    %from_elements = tensor.from_elements %c4, %c2 : tensor<2xindex>
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<8xf32>
    %reshape = tensor.reshape %cst_0(%from_elements) : (tensor<8xf32>, tensor<2xindex>) -> tensor<4x2xf32>
    return %padded, %concat, %splat, %reshape : tensor<7xf32>, tensor<13xf32>, tensor<2xf32>, tensor<4x2xf32>
  }
}

