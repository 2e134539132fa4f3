module attributes {transform.with_named_sequence} {
  func.func @f(%o: tensor<24x13xf32>, %a: tensor<3x4x8x4xf32>) -> tensor<24x13xf32> {
    %0 = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %o : tensor<3x4x8x4xf32> -> tensor<24x13xf32>
    %e = tensor.empty() : tensor<24x13xf32>
    %1 = linalg.add ins(%0, %o : tensor<24x13xf32>, tensor<24x13xf32>) outs(%e : tensor<24x13xf32>) -> tensor<24x13xf32>
    return %1 : tensor<24x13xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl:2 = transform.structured.fuse %m tile_sizes [7, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
