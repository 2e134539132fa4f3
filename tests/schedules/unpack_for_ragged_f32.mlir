module attributes {transform.with_named_sequence} {
  func.func @f(%o: tensor<24x13xf32>, %a: tensor<4x3x8x4xf32>) -> tensor<24x13xf32> {
    %0 = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %o : tensor<4x3x8x4xf32> -> tensor<24x13xf32>
    return %0 : tensor<24x13xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl:2 = transform.structured.tile_using_for %m tile_sizes [10, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
