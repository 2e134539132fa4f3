// RUN: tilec opt --apply-schedule %s
// Merged with an equal one, an op is still what its handle is for.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xi32>, %b: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
    %0 = linalg.add ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%a : tensor<4xi32>) -> tensor<4xi32>
    %d = arith.addi %a, %b {first} : tensor<4xi32>
    %e = arith.addi %a, %b {first} : tensor<4xi32>
    %dead = arith.muli %a, %b : tensor<4xi32>
    %1 = arith.addi %d, %e : tensor<4xi32>
    return %0, %1 : tensor<4xi32>, tensor<4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %x = transform.structured.match ops{["arith.addi"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.match ops{["arith.muli"]} in %root : (!transform.any_op) -> !transform.any_op
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_cse to %f : !transform.any_op
    transform.apply_dce to %f : !transform.any_op
    transform.annotate %x "followed" : !transform.any_op
    %n = transform.num_associations %d : (!transform.any_op) -> !transform.param<i64>
    transform.annotate %f "dead" = %n : !transform.any_op, !transform.param<i64>
    transform.yield
  }
}
