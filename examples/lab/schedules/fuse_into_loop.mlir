module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %sum = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %product = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %zeros = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %rows, %columns = transform.structured.tile_using_for %sum tile_sizes [32, 32] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %p, %loop = transform.structured.fuse_into_containing_op %product into %columns : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %z, %loop2 = transform.structured.fuse_into_containing_op %zeros into %loop : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %func {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.linalg.tiling_canonicalization
    } : !transform.any_op
    transform.apply_cse to %func : !transform.any_op
    transform.yield
  }
}
