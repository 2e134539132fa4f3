module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<1x9x13x2xi32>, %arg1: tensor<3x3x2x4xi32>, %arg2: tensor<1x3x5x4xi32>, %arg3: tensor<4x6xi8>, %arg4: tensor<6x4xi8>, %arg5: tensor<6xi8>) -> (tensor<1x3x5x4xi32>, tensor<6x4xi8>, tensor<4x6xi8>) {
    %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<1x9x13x2xi32>, tensor<3x3x2x4xi32>) outs(%arg2 : tensor<1x3x5x4xi32>) -> tensor<1x3x5x4xi32>
    %transposed = linalg.transpose ins(%arg3 : tensor<4x6xi8>) outs(%arg4 : tensor<6x4xi8>) permutation = [1, 0] 
    %broadcasted = linalg.broadcast ins(%arg5 : tensor<6xi8>) outs(%arg3 : tensor<4x6xi8>) dimensions = [0] 
    return %0, %transposed, %broadcasted : tensor<1x3x5x4xi32>, tensor<6x4xi8>, tensor<4x6xi8>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match interface{LinalgOp} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.generalize %0 : (!transform.any_op) -> !transform.any_op
    %2 = transform.structured.specialize %1 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

