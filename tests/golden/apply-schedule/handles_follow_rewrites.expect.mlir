module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<4xi32>, %arg1: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) attributes {dead = 0 : i64} {
    %0 = linalg.add ins(%arg0, %arg1 : tensor<4xi32>, tensor<4xi32>) outs(%arg0 : tensor<4xi32>) -> tensor<4xi32>
    %1 = arith.addi %arg0, %arg1 {first, followed} : tensor<4xi32>
    %2 = arith.addi %1, %1 {followed} : tensor<4xi32>
    return %0, %2 : tensor<4xi32>, tensor<4xi32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["arith.addi"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["arith.muli"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %2 = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_cse to %2 : !transform.any_op
    transform.apply_dce to %2 : !transform.any_op
    transform.annotate %0 "followed" : !transform.any_op
    %3 = transform.num_associations %1 : (!transform.any_op) -> !transform.param<i64>
    transform.annotate %2 "dead" = %3 : !transform.any_op, !transform.param<i64>
    transform.yield 
  }
}

