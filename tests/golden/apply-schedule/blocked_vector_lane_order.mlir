// RUN: tilec opt --apply-schedule %s
// The sum of a row is one of 32 partial sums, in the text; a lane for each row would sum in another order.
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
    return %0 : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %m : !transform.any_op
    transform.yield
  }
}
