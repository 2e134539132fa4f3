module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op, %arg1: !transform.any_op, %arg2: !transform.param<i64>, %arg3: !transform.op<"scf.for">, %arg4: !transform.op<"tensor.empty">) {
    %tiled_linalg_op, %loops:2 = transform.structured.tile_using_for %arg1 tile_sizes [%arg2, 0, 4] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %tiled_op, %forall_op = transform.structured.tile_using_forall %arg1 tile_sizes *(%arg2)(mapping = [#gpu.block<x>]) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %fill_op, %split_op, %combining_op, %for_op = transform.structured.tile_reduction_using_for %arg1 reduction_dims = [2] by tile_sizes = [0, 0, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %fill_op_0:2, %split_op_1, %combining_op_2, %forall_op_3 = transform.structured.tile_reduction_using_forall %arg1 by num_threads = [0, 5] tile_sizes = [0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %transformed, %loops_4:2 = transform.structured.fuse %arg1 tile_sizes [4, %arg2] interchange [1, 0] {apply_cleanup} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %fused_consumer, %result_loops = transform.test.fuse_consumer %arg1 into(%forall_op) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %0 = transform.structured.interchange %arg1 iterator_interchange = [1, 0] : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.generalize %0 : (!transform.any_op) -> !transform.any_op
    %padded, %pad, %copy = transform.structured.pad %1 pad_to_multiple_of [2] {padding_dimensions = [0], padding_values = [0 : i32]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %2 = transform.structured.pack %arg1 packed_sizes = [4, 0, %1] : (!transform.any_op, !transform.any_op) -> !transform.op<"linalg.generic">
    %packed_op, %pack_op, %un_pack_op = transform.structured.pack_transpose %arg1 with_compute_op(%2) outer_perm = [1, 0] : (!transform.any_op, !transform.op<"linalg.generic">) -> (!transform.op<"linalg.generic">, !transform.any_op, !transform.any_op)
    transform.structured.vectorize %arg1 vector_sizes [8, %arg2] : !transform.any_op, !transform.param<i64>
    %3 = transform.structured.vectorize_children_and_apply_patterns %arg0 {vectorize_padding} : (!transform.any_op) -> !transform.any_op
    %peeled_loop, %remainder_loop = transform.loop.peel %arg3 : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.loop.unroll %peeled_loop {factor = 4 : i64} : !transform.any_op
    %4:2 = transform.loop.forall_to_for %forall_op : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %5 = transform.loop.fuse_sibling %peeled_loop into %remainder_loop : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.tensor.fold_tensor_empty {fold_single_use_only = true}
    } {apply_cse, max_iterations = 3 : i64} : !transform.any_op
    transform.apply_licm to %4#0 : !transform.any_op
    %6 = transform.apply_registered_pass "canonicalize" with options = {"max-iterations" = [%arg2, 3 : i64], "top-down" = false} to %arg0 : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.bufferization.eliminate_empty_tensors %6 : !transform.any_op
    %7 = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %6 {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

