module attributes {transform.with_named_sequence} {
  transform.named_sequence @matcher(%arg0: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %arg0 ["linalg.matmul", "linalg.generic"] : !transform.any_op
    transform.yield %arg0 : !transform.any_op
  }
  transform.named_sequence @other(%arg0: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %arg0 ["linalg.fill"] : !transform.any_op
    transform.yield %arg0 : !transform.any_op
  }
  transform.named_sequence @action(%arg0: !transform.any_op {transform.readonly}) {
    transform.print %arg0 {name = "found", skip_regions} : !transform.any_op
    transform.yield 
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %updated_root = transform.foreach_match in %arg0 
        @matcher -> @action, 
        @other -> @action : (!transform.any_op) -> !transform.any_op
    %0 = transform.collect_matching @matcher in %updated_root : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.split_handle %0 {overflow_result = 1 : i64} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2 = transform.merge_handles deduplicate %1#0, %1#1 : !transform.any_op
    %3 = transform.get_parent_op %2 {isolated_from_above} : (!transform.any_op) -> !transform.any_op
    %4 = transform.get_producer_of_operand %2[0] : (!transform.any_op) -> !transform.any_op
    %5 = transform.get_consumers_of_result %2[0] : (!transform.any_op) -> !transform.any_op
    %6 = transform.get_result %2[all] : (!transform.any_op) -> !transform.any_value
    %7 = transform.get_operand %2[except(0, -1)] : (!transform.any_op) -> !transform.any_value
    %8 = transform.get_defining_op %6 : (!transform.any_value) -> !transform.any_op
    %9 = transform.cast %8 : !transform.any_op to !transform.op<"linalg.matmul">
    %10 = transform.num_associations %0 : (!transform.any_op) -> !transform.param<i64>
    %11 = transform.param.constant 4 : i64 -> !transform.param<i64>
    transform.annotate %0 "size" = %11 : !transform.any_op, !transform.param<i64>
    transform.include @action failures(suppress) (%0) : (!transform.any_op) -> ()
    %12 = transform.foreach %0 : !transform.any_op -> !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      transform.yield %arg1 : !transform.any_op
    }
    transform.print  {name = "all"}
    transform.yield 
  }
}

