module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<10x12xf32>, %b: tensor<10x12xf32>) -> tensor<10x12xf32> {
    %e = tensor.empty() : tensor<10x12xf32>
    %0 = linalg.add ins(%a, %b : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
    %1 = linalg.mul ins(%0, %b : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
    %2 = linalg.sub ins(%1, %a : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
    return %2 : tensor<10x12xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    %x = transform.structured.match ops{["linalg.sub"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl:1 = transform.structured.tile_using_for %m tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %c, %cl = transform.test.fuse_consumer %x into (%tl) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
