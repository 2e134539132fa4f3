module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<1x8x8x3xf32>, %w: tensor<2x2xf32>, %c: tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32> {
    %0 = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x8x8x3xf32>, tensor<2x2xf32>) outs(%c : tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32>
    return %0 : tensor<1x4x4x3xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.pooling_nhwc_max"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl = transform.structured.tile_using_forall %m num_threads [0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
