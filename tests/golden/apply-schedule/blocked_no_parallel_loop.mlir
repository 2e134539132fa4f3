// RUN: tilec opt --apply-schedule %s
// A sum of all elements has no lanes.
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<4xi32>, %y: tensor<4xi32>, %o: tensor<i32>) -> tensor<i32> {
    %0 = linalg.dot ins(%x, %y : tensor<4xi32>, tensor<4xi32>) outs(%o : tensor<i32>) -> tensor<i32>
    return %0 : tensor<i32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %m : !transform.any_op
    transform.yield
  }
}
