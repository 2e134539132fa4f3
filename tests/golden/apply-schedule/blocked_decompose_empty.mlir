// RUN: tilec opt --apply-schedule %s
// There is no slice of a tensor without elements.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<0x1x9x3xi32>, %k: tensor<1x3x3x4xi32>, %o: tensor<0x1x7x4xi32>) -> tensor<0x1x7x4xi32> {
    %0 = linalg.conv_2d_nhwc_hwcf ins(%a, %k : tensor<0x1x9x3xi32>, tensor<1x3x3x4xi32>) outs(%o : tensor<0x1x7x4xi32>) -> tensor<0x1x7x4xi32>
    return %0 : tensor<0x1x7x4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
