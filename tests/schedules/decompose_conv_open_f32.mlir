module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<?x1x?x3xf32>, %k: tensor<1x3x3x4xf32>, %o: tensor<?x1x?x4xf32>) -> tensor<?x1x?x4xf32> {
    %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%a, %k : tensor<?x1x?x3xf32>, tensor<1x3x3x4xf32>) outs(%o : tensor<?x1x?x4xf32>) -> tensor<?x1x?x4xf32>
    return %0 : tensor<?x1x?x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
