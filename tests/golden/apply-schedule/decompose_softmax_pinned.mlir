// RUN: tilec opt --apply-schedule %s
// In a pinned program the sum along the last dimension runs in lanes, as the softmax did.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x8xf32>, %o: tensor<4x8xf32>, %r: tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
    %0 = linalg.softmax dimension(1) ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = linalg.reduce { arith.addf } ins(%0 : tensor<4x8xf32>) outs(%r : tensor<4xf32>) dimensions = [1]
    return %0, %1 : tensor<4x8xf32>, tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose_interface %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
