// RUN: tilec opt --apply-schedule %s
// Generics get the names that they could have had, with the permutation, the dimensions, or the strides and dilations.
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<1x9x13x2xi32>, %k: tensor<3x3x2x4xi32>, %c: tensor<1x3x5x4xi32>, %y: tensor<4x6xi8>, %z: tensor<6x4xi8>, %v: tensor<6xi8>) -> (tensor<1x3x5x4xi32>, tensor<6x4xi8>, tensor<4x6xi8>) {
    %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %k : tensor<1x9x13x2xi32>, tensor<3x3x2x4xi32>) outs(%c : tensor<1x3x5x4xi32>) -> tensor<1x3x5x4xi32>
    %1 = linalg.transpose ins(%y : tensor<4x6xi8>) outs(%z : tensor<6x4xi8>) permutation = [1, 0]
    %2 = linalg.broadcast ins(%v : tensor<6xi8>) outs(%y : tensor<4x6xi8>) dimensions = [0]
    return %0, %1, %2 : tensor<1x3x5x4xi32>, tensor<6x4xi8>, tensor<4x6xi8>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.generalize %m : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.specialize %g : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
