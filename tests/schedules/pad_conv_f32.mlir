module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<1x9x9x2xf32>, %k: tensor<3x3x2x4xf32>, %o: tensor<1x7x7x4xf32>) -> tensor<1x7x7x4xf32> {
    %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%a, %k : tensor<1x9x9x2xf32>, tensor<3x3x2x4xf32>) outs(%o : tensor<1x7x7x4xf32>) -> tensor<1x7x7x4xf32>
    return %0 : tensor<1x7x7x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl:3 = transform.structured.tile_using_for %m tile_sizes [0, 3, 4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %p, %pp, %pc = transform.structured.pad %t {padding_values = [-0.0 : f32, 0.0 : f32, 0.0 : f32], padding_dimensions = [1, 2, 3]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
