// RUN: tilec opt %s
// Steps that rewrite.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op, %m: !transform.any_op, %p: !transform.param<i64>, %l: !transform.op<"scf.for">, %e: !transform.op<"tensor.empty">) {
    %a, %b:2 = transform.structured.tile_using_for %m tile_sizes [%p, 0, 4] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %c, %d = transform.structured.tile_using_forall %m tile_sizes *(%p) (mapping = [#gpu.block<x>]) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %f:4 = transform.structured.tile_reduction_using_for %m reduction_dims = [2] by tile_sizes = [0, 0, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %g:5 = transform.structured.tile_reduction_using_forall %m by num_threads = [0, 5] tile_sizes = [0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %h, %i:2 = transform.structured.fuse %m tile_sizes [4, %p] interchange [1, 0] {apply_cleanup} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %j, %k = transform.test.fuse_consumer %m into(%d) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %n = transform.structured.interchange %m iterator_interchange = [1, 0] : (!transform.any_op) -> !transform.any_op
    %o = transform.structured.generalize %n : (!transform.any_op) -> !transform.any_op
    %q:3 = transform.structured.pad %o pad_to_multiple_of [2] {padding_values = [0 : i32], padding_dimensions = [0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %r = transform.structured.pack %m packed_sizes = [4, 0, %o] : (!transform.any_op, !transform.any_op) -> !transform.op<"linalg.generic">
    %s:3 = transform.structured.pack_transpose %m with_compute_op(%r) outer_perm = [1, 0] : (!transform.any_op, !transform.op<"linalg.generic">) -> (!transform.op<"linalg.generic">, !transform.any_op, !transform.any_op)
    transform.structured.vectorize %m vector_sizes [8, %p] : !transform.any_op, !transform.param<i64>
    %t = transform.structured.vectorize_children_and_apply_patterns %root {vectorize_padding} : (!transform.any_op) -> !transform.any_op
    %u, %v = transform.loop.peel %l {peel_front = false} : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.loop.unroll %u {factor = 4} : !transform.any_op
    %w:2 = transform.loop.forall_to_for %d : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %x = transform.loop.fuse_sibling %u into %v : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.apply_patterns to %root {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.tensor.fold_tensor_empty {fold_single_use_only = true}
    } {apply_cse, max_iterations = 3 : i64} : !transform.any_op
    transform.apply_licm to %w#0 : !transform.any_op
    %y = transform.apply_registered_pass "canonicalize" with options = {"top-down" = false, "max-iterations" = [%p, 3]} to %root : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.bufferization.eliminate_empty_tensors %y : !transform.any_op
    %z = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %y {bufferize_function_boundaries = true, memcpy_op = "memref.copy"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
