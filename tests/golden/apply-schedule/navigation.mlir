// RUN: tilec opt --transform-interpreter %s
// From op to op: parent, producer, consumers, results, operands.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xi32>, %c: i32) -> tensor<4xi32> {
    %e = tensor.empty() : tensor<4xi32>
    %z = linalg.fill ins(%c : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
    %0 = linalg.add ins(%a, %z : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
    return %0 : tensor<4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %x = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %f = transform.get_parent_op %x {isolated_from_above} : (!transform.any_op) -> !transform.any_op
    transform.annotate %f "parent" : !transform.any_op
    %p = transform.get_producer_of_operand %x[1] : (!transform.any_op) -> !transform.any_op
    transform.annotate %p "producer" : !transform.any_op
    %u = transform.get_consumers_of_result %p[0] : (!transform.any_op) -> !transform.any_op
    transform.annotate %u "consumer" : !transform.any_op
    %v = transform.get_operand %x[-1] : (!transform.any_op) -> !transform.any_value
    %d = transform.get_defining_op %v : (!transform.any_value) -> !transform.any_op
    transform.annotate %d "init" : !transform.any_op
    %r = transform.get_result %p[all] : (!transform.any_op) -> !transform.any_value
    %q = transform.get_defining_op %r : (!transform.any_value) -> !transform.any_op
    %m = transform.merge_handles deduplicate %q, %p, %d : !transform.any_op
    %n = transform.num_associations %m : (!transform.any_op) -> !transform.param<i64>
    transform.annotate %m "count" = %n : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}
