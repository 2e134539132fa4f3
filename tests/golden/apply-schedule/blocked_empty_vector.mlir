// RUN: tilec opt --apply-schedule %s
// A vector has a lane.
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<4x0xf32>, %o: tensor<4x0xf32>) -> tensor<4x0xf32> {
    %0 = linalg.exp ins(%x : tensor<4x0xf32>) outs(%o : tensor<4x0xf32>) -> tensor<4x0xf32>
    return %0 : tensor<4x0xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %m : !transform.any_op
    transform.yield
  }
}
