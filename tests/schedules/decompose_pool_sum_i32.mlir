module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<1x1x9x3xi32>, %k: tensor<1x3xi32>, %o: tensor<1x1x4x3xi32>) -> tensor<1x1x4x3xi32> {
    %0 = linalg.pooling_nhwc_sum {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>} ins(%a, %k : tensor<1x1x9x3xi32>, tensor<1x3xi32>) outs(%o : tensor<1x1x4x3xi32>) -> tensor<1x1x4x3xi32>
    return %0 : tensor<1x1x4x3xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.pooling_nhwc_sum"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
