// RUN: tilec opt %s
// A sequence may not include itself.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x4xi32>, %b: tensor<4x4xi32>, %o: tensor<4x4xi32>) -> tensor<4x4xi32> {
    %0 = linalg.matmul ins(%a, %b : tensor<4x4xi32>, tensor<4x4xi32>) outs(%o : tensor<4x4xi32>) -> tensor<4x4xi32>
    return %0 : tensor<4x4xi32>
  }
  transform.named_sequence @sub(%root: !transform.any_op {transform.readonly}) {
    transform.include @sub failures(suppress) (%root) : (!transform.any_op) -> ()
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.include @sub failures(suppress) (%root) : (!transform.any_op) -> ()
    transform.yield
  }
}
