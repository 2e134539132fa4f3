// RUN: tilec opt --apply-schedule %s
// Rows times columns as vectors of both parallel loops, one step of the reduction loop after the other.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<2x3xi32>, %b: tensor<3x8xi32>, %c: tensor<2x8xi32>) -> tensor<2x8xi32> {
    %0 = linalg.matmul ins(%a, %b : tensor<2x3xi32>, tensor<3x8xi32>) outs(%c : tensor<2x8xi32>) -> tensor<2x8xi32>
    return %0 : tensor<2x8xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %m : !transform.any_op
    transform.yield
  }
}
