// RUN: tilec opt --transform-interpreter --remarks %s
// A size too many.
func.func @f(%x: tensor<4x30xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %0 = linalg.reduce { arith.addi } ins(%x : tensor<4x30xi32>) outs(%o : tensor<4xi32>) dimensions = [1]
  return %0 : tensor<4xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %op tile_sizes [0, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
