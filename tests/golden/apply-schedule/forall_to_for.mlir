// RUN: tilec opt --transform-interpreter %s
// A loop for each index.
module attributes {transform.with_named_sequence} {
  func.func @f(%m: memref<4x6xindex>, %n: index) {
    scf.forall (%i, %j) = (0, 0) to (4, %n) step (1, 2) {
      memref.store %i, %m[%i, %j] : memref<4x6xindex>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %l = transform.structured.match ops{["scf.forall"]} in %root : (!transform.any_op) -> !transform.any_op
    %a:2 = transform.loop.forall_to_for %l : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
