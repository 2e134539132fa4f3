// RUN: tilec opt --transform-interpreter --remarks %s
// Only reduction loops are split so.
func.func @f(%x: tensor<4x30xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
  %0 = linalg.reduce { arith.addi } ins(%x : tensor<4x30xi32>) outs(%o : tensor<4xi32>) dimensions = [1]
  return %0 : tensor<4xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    %fill, %split, %combine, %loop = transform.structured.tile_reduction_using_for %op by tile_sizes = [2, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
