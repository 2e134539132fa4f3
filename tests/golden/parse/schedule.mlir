// RUN: tilec opt %s
// A schedule is read and printed.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul", "linalg.fill"]} attributes {tag = "hot"} in %root : (!transform.any_op) -> !transform.any_op
    %i = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.op<"linalg.generic">
    %t, %l:2 = transform.structured.tile_using_for %m tile_sizes [8, 0, 4] interchange = [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %u, %f = transform.structured.tile_using_forall %t num_threads [4] (mapping = [#gpu.block<x>]) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %p, %c = transform.structured.fuse_into_containing_op %i into %f : (!transform.op<"linalg.generic">, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.apply_patterns to %root {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.apply_cse to %root : !transform.any_op
    transform.yield
  }
}
