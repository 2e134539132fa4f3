module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %sum = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %product = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %rows, %steps = transform.structured.tile_using_for %product tile_sizes [32, 0, 64] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %c, %loop = transform.test.fuse_consumer %sum into (%rows) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
