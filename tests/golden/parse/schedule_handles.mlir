// RUN: tilec opt %s
// Steps that find and follow ops and values.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @matcher(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.matmul", "linalg.generic"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @other(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.fill"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @action(%op: !transform.any_op {transform.readonly}) {
    transform.print %op {name = "found", skip_regions} : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %r = transform.foreach_match in %root @matcher -> @action, @other -> @action : (!transform.any_op) -> !transform.any_op
    %m = transform.collect_matching @matcher in %r : (!transform.any_op) -> !transform.any_op
    %s, %t = transform.split_handle %m {fail_on_payload_too_small = true, overflow_result = 1} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %u = transform.merge_handles deduplicate %s, %t : !transform.any_op
    %f = transform.get_parent_op %u {isolated_from_above, nth_parent = 1} : (!transform.any_op) -> !transform.any_op
    %p = transform.get_producer_of_operand %u[0] : (!transform.any_op) -> !transform.any_op
    %c = transform.get_consumers_of_result %u[0] : (!transform.any_op) -> !transform.any_op
    %v = transform.get_result %u[all] : (!transform.any_op) -> !transform.any_value
    %w = transform.get_operand %u[except(0, -1)] : (!transform.any_op) -> !transform.any_value
    %d = transform.get_defining_op %v : (!transform.any_value) -> !transform.any_op
    %k = transform.cast %d : !transform.any_op to !transform.op<"linalg.matmul">
    %n = transform.num_associations %m : (!transform.any_op) -> !transform.param<i64>
    %x = transform.param.constant 4 : i64 -> !transform.param<i64>
    transform.annotate %m "size" = %x : !transform.any_op, !transform.param<i64>
    transform.include @action failures(suppress) (%m) : (!transform.any_op) -> ()
    %e = transform.foreach %m : !transform.any_op -> !transform.any_op {
    ^bb0(%i: !transform.any_op):
      transform.yield %i : !transform.any_op
    }
    transform.print {name = "all"}
    transform.yield
  }
}
