module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<1x12x9x3xf32>, %w: memref<3x2x3x4xf32>, %o: memref<1x5x4x4xf32>) {
    linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%x, %w : memref<1x12x9x3xf32>, memref<3x2x3x4xf32>) outs(%o : memref<1x5x4x4xf32>)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl:2 = transform.structured.tile_using_for %m tile_sizes [0, 2, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
