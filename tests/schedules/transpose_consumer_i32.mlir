module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<12x10xi32>, %b: tensor<10x12xi32>) -> tensor<10x12xi32> {
    %e = tensor.empty() : tensor<10x12xi32>
    %0 = linalg.transpose ins(%a : tensor<12x10xi32>) outs(%e : tensor<10x12xi32>) permutation = [1, 0]
    %1 = linalg.add ins(%0, %b : tensor<10x12xi32>, tensor<10x12xi32>) outs(%e : tensor<10x12xi32>) -> tensor<10x12xi32>
    return %1 : tensor<10x12xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.transpose"]} in %root : (!transform.any_op) -> !transform.any_op
    %x = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl:1 = transform.structured.tile_using_for %m tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %c, %cl = transform.test.fuse_consumer %x into (%tl) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
