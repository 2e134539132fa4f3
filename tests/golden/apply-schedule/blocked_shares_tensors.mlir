// RUN: tilec opt --apply-schedule %s
// What the trips of a forall share must be memory before they run in order.
module attributes {transform.with_named_sequence} {
  func.func @f(%t: tensor<4xi32>, %x: tensor<1xi32>) -> tensor<4xi32> {
    %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xi32>) {
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %x into %o[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
      }
    }
    return %r : tensor<4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %l = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %a = transform.loop.forall_to_for %l : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
