// RUN: tilec opt --apply-schedule %s
// Reduction loops are unrolled: they are tiled before.
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<4x5000xi32>, %y: tensor<5000xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
    %0 = linalg.matvec ins(%x, %y : tensor<4x5000xi32>, tensor<5000xi32>) outs(%o : tensor<4xi32>) -> tensor<4xi32>
    return %0 : tensor<4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %m : !transform.any_op
    transform.yield
  }
}
