module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<1x3x9x1xf32>, %k: tensor<3x1xf32>, %o: tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32> {
    %0 = linalg.pooling_nchw_max {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[3, 1]> : tensor<2xi64>} ins(%a, %k : tensor<1x3x9x1xf32>, tensor<3x1xf32>) outs(%o : tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32>
    return %0 : tensor<1x3x3x1xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.pooling_nchw_max"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
