module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<1x7x7x8xf32>, %k: tensor<3x3x8x6xf32>, %o: tensor<1x5x5x6xf32>) -> tensor<1x5x5x6xf32> {
    %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%a, %k : tensor<1x7x7x8xf32>, tensor<3x3x8x6xf32>) outs(%o : tensor<1x5x5x6xf32>) -> tensor<1x5x5x6xf32>
    return %0 : tensor<1x5x5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.structured.pack %m packed_sizes = [0, 0, 0, 4, 0, 0, 4] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield
  }
}
