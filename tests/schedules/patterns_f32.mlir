module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<17x9xf32>, %b: tensor<9x12xf32>, %c: tensor<17x12xf32>) -> tensor<17x12xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<17x9xf32>, tensor<9x12xf32>) outs(%c : tensor<17x12xf32>) -> tensor<17x12xf32>
    return %0 : tensor<17x12xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %fn = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl:3 = transform.structured.tile_using_for %m tile_sizes [4, 4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.apply_patterns to %fn {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.linalg.tiling_canonicalization
    } : !transform.any_op
    transform.apply_cse to %fn : !transform.any_op
    transform.yield
  }
}
