module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<2x1x9x3xi32>, %k: tensor<1x3x3x4xi32>, %o: tensor<2x1x3x4xi32>) -> tensor<2x1x3x4xi32> {
    %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %k : tensor<2x1x9x3xi32>, tensor<1x3x3x4xi32>) outs(%o : tensor<2x1x3x4xi32>) -> tensor<2x1x3x4xi32>
    return %0 : tensor<2x1x3x4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
