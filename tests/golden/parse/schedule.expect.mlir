module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul", "linalg.fill"]} attributes {tag = "hot"} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match interface{LinalgOp} in %arg0 : (!transform.any_op) -> !transform.op<"linalg.generic">
    %tiled_linalg_op, %loops:2 = transform.structured.tile_using_for %0 tile_sizes [8, 0, 4] interchange = [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %tiled_op, %forall_op = transform.structured.tile_using_forall %tiled_linalg_op num_threads [4](mapping = [#gpu.block<x>]) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %fused_op, %new_containing_op = transform.structured.fuse_into_containing_op %1 into %forall_op : (!transform.op<"linalg.generic">, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.apply_cse to %arg0 : !transform.any_op
    transform.yield 
  }
}

