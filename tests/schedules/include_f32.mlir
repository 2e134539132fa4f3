module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<17x9xf32>, %b: tensor<9x12xf32>, %c: tensor<17x12xf32>) -> tensor<17x12xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<17x9xf32>, tensor<9x12xf32>) outs(%c : tensor<17x12xf32>) -> tensor<17x12xf32>
    return %0 : tensor<17x12xf32>
  }
  transform.named_sequence @tile_it(%op: !transform.any_op {transform.consumed}) -> !transform.any_op {
    %t, %l:2 = transform.structured.tile_using_for %op tile_sizes [4, 6] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield %t : !transform.any_op
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t = transform.include @tile_it failures(propagate) (%m) : (!transform.any_op) -> !transform.any_op
    %u, %ul:1 = transform.structured.tile_using_for %t tile_sizes [0, 0, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
