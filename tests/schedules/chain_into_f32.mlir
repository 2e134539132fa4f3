module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<10x12xf32>, %b: tensor<10x12xf32>) -> tensor<10x12xf32> {
    %e = tensor.empty() : tensor<10x12xf32>
    %0 = linalg.add ins(%a, %b : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
    %1 = linalg.mul ins(%0, %b : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
    %2 = linalg.sub ins(%1, %a : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
    return %2 : tensor<10x12xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.sub"]} in %root : (!transform.any_op) -> !transform.any_op
    %x = transform.structured.match ops{["linalg.mul"]} in %root : (!transform.any_op) -> !transform.any_op
    %y = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl = transform.structured.tile_using_forall %m tile_sizes [4, 6] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f1, %n1 = transform.structured.fuse_into_containing_op %x into %tl : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f2, %n2 = transform.structured.fuse_into_containing_op %y into %n1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
