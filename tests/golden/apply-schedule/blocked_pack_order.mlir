// RUN: tilec opt --apply-schedule %s
// Rows of a window in tiles would be added behind all columns.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<1x7x7x8xf32>, %k: tensor<4x3x8x6xf32>, %o: tensor<1x4x5x6xf32>) -> tensor<1x4x5x6xf32> {
    %0 = linalg.conv_2d_nhwc_hwcf ins(%a, %k : tensor<1x7x7x8xf32>, tensor<4x3x8x6xf32>) outs(%o : tensor<1x4x5x6xf32>) -> tensor<1x4x5x6xf32>
    return %0 : tensor<1x4x5x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.structured.pack %m packed_sizes = [0, 0, 0, 0, 2, 0, 4] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield
  }
}
