// RUN: tilec opt --apply-schedule %s
// There is no decomposition of a matrix product.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x4xi32>, %k: tensor<4x4xi32>, %o: tensor<4x4xi32>) -> tensor<4x4xi32> {
    %0 = linalg.matmul ins(%a, %k : tensor<4x4xi32>, tensor<4x4xi32>) outs(%o : tensor<4x4xi32>) -> tensor<4x4xi32>
    return %0 : tensor<4x4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
