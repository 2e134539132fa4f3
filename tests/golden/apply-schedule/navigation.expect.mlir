module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<4xi32>, %arg1: i32) -> tensor<4xi32> attributes {parent} {
    %0 = tensor.empty() {count = 2 : i64, init} : tensor<4xi32>
    %1 = linalg.fill {count = 2 : i64, producer} ins(%arg1 : i32) outs(%0 : tensor<4xi32>) -> tensor<4xi32>
    %2 = linalg.add {consumer} ins(%arg0, %1 : tensor<4xi32>, tensor<4xi32>) outs(%0 : tensor<4xi32>) -> tensor<4xi32>
    return %2 : tensor<4xi32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.add"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.get_parent_op %0 {isolated_from_above} : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "parent" : !transform.any_op
    %2 = transform.get_producer_of_operand %0[1] : (!transform.any_op) -> !transform.any_op
    transform.annotate %2 "producer" : !transform.any_op
    %3 = transform.get_consumers_of_result %2[0] : (!transform.any_op) -> !transform.any_op
    transform.annotate %3 "consumer" : !transform.any_op
    %4 = transform.get_operand %0[-1] : (!transform.any_op) -> !transform.any_value
    %5 = transform.get_defining_op %4 : (!transform.any_value) -> !transform.any_op
    transform.annotate %5 "init" : !transform.any_op
    %6 = transform.get_result %2[all] : (!transform.any_op) -> !transform.any_value
    %7 = transform.get_defining_op %6 : (!transform.any_value) -> !transform.any_op
    %8 = transform.merge_handles deduplicate %7, %2, %5 : !transform.any_op
    %9 = transform.num_associations %8 : (!transform.any_op) -> !transform.param<i64>
    transform.annotate %8 "count" = %9 : !transform.any_op, !transform.param<i64>
    transform.yield 
  }
}

