module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<12x10xf32>, %b: tensor<10x12xf32>) -> tensor<10x12xf32> {
    %e = tensor.empty() : tensor<10x12xf32>
    %0 = linalg.transpose ins(%a : tensor<12x10xf32>) outs(%e : tensor<10x12xf32>) permutation = [1, 0]
    %1 = linalg.add ins(%0, %b : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
    return %1 : tensor<10x12xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl:2 = transform.structured.fuse %m tile_sizes [4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
