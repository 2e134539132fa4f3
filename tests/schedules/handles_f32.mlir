module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<10x12xf32>, %b: tensor<10x12xf32>) -> tensor<10x12xf32> {
    %e = tensor.empty() : tensor<10x12xf32>
    %0 = linalg.add ins(%a, %b : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
    %1 = linalg.mul ins(%0, %b : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
    %2 = linalg.sub ins(%1, %a : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
    return %2 : tensor<10x12xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %a = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %b = transform.structured.match ops{["linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    %m = transform.merge_handles %a, %b : !transform.any_op
    %t, %tl = transform.structured.tile_using_for %m tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %l1, %l2 = transform.split_handle %tl : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.loop.unroll %l2 {factor = 5} : !transform.any_op
    transform.yield
  }
}
