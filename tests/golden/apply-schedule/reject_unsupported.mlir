// RUN: tilec opt --apply-schedule %s
// A step that can be read but not run is named.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x4xi32>, %b: tensor<4x4xi32>, %o: tensor<4x4xi32>) -> tensor<4x4xi32> {
    %0 = linalg.matmul ins(%a, %b : tensor<4x4xi32>, tensor<4x4xi32>) outs(%o : tensor<4x4xi32>) -> tensor<4x4xi32>
    return %0 : tensor<4x4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %x = transform.loop.fuse_sibling %m into %m : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}
