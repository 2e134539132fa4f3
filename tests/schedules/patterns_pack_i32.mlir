module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<5x2xi32>, %o: tensor<1x1x2x8xi32>, %b: tensor<1x3x8xi32>, %p: tensor<1x1x1x8x3xi32>, %u: tensor<5x2xi32>, %v: tensor<1x3x8xi32>) -> (tensor<1x1x2x8xi32>, tensor<1x1x1x8x3xi32>, tensor<5x2xi32>, tensor<1x3x8xi32>) {
    %z = arith.constant 0 : i32
    %0 = linalg.pack %a padding_value(%z : i32) inner_dims_pos = [1, 0] inner_tiles = [2, 8] into %o : tensor<5x2xi32> -> tensor<1x1x2x8xi32>
    %1 = linalg.pack %b inner_dims_pos = [2, 1] inner_tiles = [8, 3] into %p : tensor<1x3x8xi32> -> tensor<1x1x1x8x3xi32>
    %2 = linalg.unpack %o inner_dims_pos = [1, 0] inner_tiles = [2, 8] into %u : tensor<1x1x2x8xi32> -> tensor<5x2xi32>
    %3 = linalg.unpack %p inner_dims_pos = [2, 1] inner_tiles = [8, 3] into %v : tensor<1x1x1x8x3xi32> -> tensor<1x3x8xi32>
    return %0, %1, %2, %3 : tensor<1x1x2x8xi32>, tensor<1x1x1x8x3xi32>, tensor<5x2xi32>, tensor<1x3x8xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %func {
      transform.apply_patterns.linalg.decompose_pack_unpack
    } : !transform.any_op
    transform.yield
  }
}
