module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<2x3x9x1xi32>, %k: tensor<4x3x3x1xi32>, %o: tensor<2x4x3x1xi32>) -> tensor<2x4x3x1xi32> {
    %0 = linalg.conv_2d_nchw_fchw {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%a, %k : tensor<2x3x9x1xi32>, tensor<4x3x3x1xi32>) outs(%o : tensor<2x4x3x1xi32>) -> tensor<2x4x3x1xi32>
    return %0 : tensor<2x4x3x1xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.conv_2d_nchw_fchw"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
