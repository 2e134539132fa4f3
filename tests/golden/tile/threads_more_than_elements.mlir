// RUN: tilec opt --transform-interpreter %s
// Ten threads for seven windows: three have nothing to do, and no window of theirs starts behind the end.
func.func @f(%x: tensor<9xf32>, %k: tensor<3xf32>, %o: tensor<7xf32>) -> tensor<7xf32> {
  %0 = linalg.conv_1d ins(%x, %k : tensor<9xf32>, tensor<3xf32>) outs(%o : tensor<7xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.conv_1d"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_forall %op num_threads [10] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
