// RUN: tilec opt --transform-interpreter --remarks %s
// The loop reads every second element.
func.func @f(%x: tensor<4xf32>, %o: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %o) -> (tensor<2xf32>) {
    %s = tensor.extract_slice %e[0] [2] [2] : tensor<4xf32> to tensor<2xf32>
    %b = linalg.add ins(%s, %a : tensor<2xf32>, tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
    scf.yield %b : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %p = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %l = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %f, %m = transform.structured.fuse_into_containing_op %p into %l : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
