// RUN: tilec opt --transform-interpreter %s
// The body runs for each op.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x4xi32>, %b: tensor<4x4xi32>, %o: tensor<4x4xi32>) -> tensor<4x4xi32> {
    %0 = linalg.matmul ins(%a, %b : tensor<4x4xi32>, tensor<4x4xi32>) outs(%o : tensor<4x4xi32>) -> tensor<4x4xi32>
    %1 = linalg.add ins(%0, %b : tensor<4x4xi32>, tensor<4x4xi32>) outs(%o : tensor<4x4xi32>) -> tensor<4x4xi32>
    return %1 : tensor<4x4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %g = transform.foreach %m : !transform.any_op -> !transform.any_op {
    ^bb0(%op: !transform.any_op):
      %h = transform.structured.generalize %op : (!transform.any_op) -> !transform.any_op
      transform.yield %h : !transform.any_op
    }
    transform.annotate %g "generalized" : !transform.any_op
    transform.yield
  }
}
