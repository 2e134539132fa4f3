// Register tiles: the accumulators of the product are a vector, the epilogue reads them there, and no buffer of the product is left.
module attributes {transform.with_named_sequence} {
  // The part of a loop that is no whole step becomes a loop of its own, if there is one.
  transform.named_sequence @peel(%loop: !transform.op<"scf.for"> {transform.consumed}) {
    %main, %rest = transform.loop.peel %loop : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @tidy(%root: !transform.any_op {transform.readonly}) {
    %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %func {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.apply_cse to %func : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %sum = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    // Tiles of 32 x 32, and what is left at the edges.
    %tile, %rows, %columns = transform.structured.fuse %sum tile_sizes [32, 32] : (!transform.any_op) -> (!transform.any_op, !transform.op<"scf.for">, !transform.op<"scf.for">)
    transform.include @peel failures(suppress) (%columns) : (!transform.op<"scf.for">) -> ()
    transform.include @peel failures(suppress) (%rows) : (!transform.op<"scf.for">) -> ()
    transform.include @tidy failures(propagate) (%root) : (!transform.any_op) -> ()
    // Register tiles of 4 x 16.
    %sums = transform.structured.match ops{["linalg.generic"]} attributes {iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %sums : !transform.any_op {
    ^bb0(%each: !transform.any_op):
      %t, %r, %c = transform.structured.fuse %each tile_sizes [4, 16] : (!transform.any_op) -> (!transform.any_op, !transform.op<"scf.for">, !transform.op<"scf.for">)
      transform.include @peel failures(suppress) (%c) : (!transform.op<"scf.for">) -> ()
      transform.include @peel failures(suppress) (%r) : (!transform.op<"scf.for">) -> ()
    }
    transform.include @tidy failures(propagate) (%root) : (!transform.any_op) -> ()
    %products = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %p, %k = transform.structured.tile_using_for %products tile_sizes [0, 0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %f2 = transform.structured.vectorize_children_and_apply_patterns %func : (!transform.any_op) -> !transform.any_op
    %f3 = transform.structured.hoist_redundant_vector_transfers %f2 : (!transform.any_op) -> !transform.any_op
    transform.include @tidy failures(propagate) (%root) : (!transform.any_op) -> ()
    transform.yield
  }
}
