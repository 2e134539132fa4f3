// Ragged rows: whole tiles become vectors, and the rest a smaller one.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<15x16xi32>, %o: tensor<15x16xi32>) -> tensor<15x16xi32> {
    %0 = linalg.add ins(%a, %o : tensor<15x16xi32>, tensor<15x16xi32>) outs(%o : tensor<15x16xi32>) -> tensor<15x16xi32>
    return %0 : tensor<15x16xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %s = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %s tile_sizes [4, 0] : (!transform.any_op) -> (!transform.any_op, !transform.op<"scf.for">)
    %main, %rest = transform.loop.peel %l : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    %f2 = transform.structured.vectorize_children_and_apply_patterns %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
