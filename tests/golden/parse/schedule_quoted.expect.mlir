module attributes {transform.with_named_sequence} {
  transform.named_sequence @sub(%arg0: !transform.any_op {transform.readonly}) {
    transform.yield 
  }
  transform.named_sequence @m(%arg0: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %arg0 : !transform.any_op
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op, %arg1: !transform.param<i64>, %arg2: !transform.op<"scf.for">) {
    %0 = transform.structured.match ops{["linalg.matmul"]} interface{TilingInterface} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.split_handle %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2 = transform.get_parent_op %0 {op_name = "func.func"} : (!transform.any_op) -> !transform.any_op
    transform.include @sub failures(suppress) (%0) : (!transform.any_op) -> ()
    %updated_root = transform.foreach_match in %arg0 
        @m -> @sub : (!transform.any_op) -> !transform.any_op
    transform.foreach %0 : !transform.any_op {
    ^bb0(%arg3: !transform.any_op):
    }
    %tiled_linalg_op, %loops:2 = transform.structured.tile_using_for %0 tile_sizes [8, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %tiled_op, %forall_op = transform.structured.tile_using_forall %0 tile_sizes *(%arg1) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %fill_op, %split_op, %combining_op, %for_op = transform.structured.tile_reduction_using_for %0 by tile_sizes = [0, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %peeled_loop, %remainder_loop = transform.loop.peel %arg2 : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    %3 = transform.apply_registered_pass "x" with options = {"a" = [1 : i64, %arg1]} to %arg0 : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %4 = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %3 {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

