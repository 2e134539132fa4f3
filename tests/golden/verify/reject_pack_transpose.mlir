// RUN: tilec opt %s
// Orders are of dimensions from 0 on, each once.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%p: !transform.any_op, %o: !transform.any_op) {
    %q, %r, %s = transform.structured.pack_transpose %p with_compute_op(%o) outer_perm = [1, 2] inner_perm = [0, 0] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
