// RUN: tilec opt --transform-interpreter %s
// A failing step in a sequence that suppresses failures gives nothing, and the next one runs.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x4xi32>, %b: tensor<4x4xi32>, %o: tensor<4x4xi32>) -> tensor<4x4xi32> {
    %0 = linalg.matmul ins(%a, %b : tensor<4x4xi32>, tensor<4x4xi32>) outs(%o : tensor<4x4xi32>) -> tensor<4x4xi32>
    return %0 : tensor<4x4xi32>
  }
  transform.named_sequence @sub(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %a, %b = transform.split_handle %m : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %a "never" : !transform.any_op
    transform.annotate %m "after" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.include @sub failures(suppress) (%root) : (!transform.any_op) -> ()
    transform.yield
  }
}
