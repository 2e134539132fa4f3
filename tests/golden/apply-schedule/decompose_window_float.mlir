// RUN: tilec opt --apply-schedule %s
// A sum whose numerics are pinned keeps them: the same payload over one dimension.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<1x9x1x3xf32>, %k: tensor<3x1x3x4xf32>, %o: tensor<1x7x1x4xf32>) -> tensor<1x7x1x4xf32> {
    %0 = linalg.conv_2d_nhwc_hwcf ins(%a, %k : tensor<1x9x1x3xf32>, tensor<3x1x3x4xf32>) outs(%o : tensor<1x7x1x4xf32>) -> tensor<1x7x1x4xf32>
    return %0 : tensor<1x7x1x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
