module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<1x8x8x3xi32>, %w: tensor<2x2xi32>, %c: tensor<1x4x4x3xi32>) -> tensor<1x4x4x3xi32> {
    %0 = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x8x8x3xi32>, tensor<2x2xi32>) outs(%c : tensor<1x4x4x3xi32>) -> tensor<1x4x4x3xi32>
    return %0 : tensor<1x4x4x3xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.pooling_nhwc_max"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl:3 = transform.structured.tile_using_for %m tile_sizes [0, 2, 2, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
