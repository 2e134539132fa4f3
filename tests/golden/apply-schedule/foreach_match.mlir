// RUN: tilec opt --transform-interpreter %s
// Each op gets the action of the first matcher that takes it; a matcher that fails is no match.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x4xi32>, %b: tensor<4x4xi32>, %c: i32) -> tensor<4x4xi32> {
    %e = tensor.empty() : tensor<4x4xi32>
    %z = linalg.fill ins(%c : i32) outs(%e : tensor<4x4xi32>) -> tensor<4x4xi32>
    %0 = linalg.matmul ins(%a, %b : tensor<4x4xi32>, tensor<4x4xi32>) outs(%z : tensor<4x4xi32>) -> tensor<4x4xi32>
    %1 = linalg.add ins(%0, %b : tensor<4x4xi32>, tensor<4x4xi32>) outs(%e : tensor<4x4xi32>) -> tensor<4x4xi32>
    return %1 : tensor<4x4xi32>
  }
  transform.named_sequence @is_matmul(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.matmul"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @is_other(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.matmul", "linalg.add"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @generalize(%op: !transform.any_op {transform.consumed}) {
    %g = transform.structured.generalize %op : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @mark(%op: !transform.any_op {transform.readonly}) {
    %c = transform.param.constant 7 : i64 -> !transform.param<i64>
    transform.annotate %op "mark" = %c : !transform.any_op, !transform.param<i64>
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %r = transform.foreach_match in %root @is_matmul -> @generalize, @is_other -> @mark : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
