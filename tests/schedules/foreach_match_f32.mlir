module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<10x12xf32>, %b: tensor<10x12xf32>) -> tensor<10x12xf32> {
    %e = tensor.empty() : tensor<10x12xf32>
    %0 = linalg.add ins(%a, %b : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
    %1 = linalg.mul ins(%0, %b : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
    %2 = linalg.sub ins(%1, %a : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
    return %2 : tensor<10x12xf32>
  }
  transform.named_sequence @is_mul(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["linalg.mul"] : !transform.any_op
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @tile_it(%op: !transform.any_op {transform.consumed}) {
    %t, %l:2 = transform.structured.tile_using_for %op tile_sizes [5, 6] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %u = transform.foreach_match in %root @is_mul -> @tile_it : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
