module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<3x8x6xi32>, %b: tensor<3x6x10xi32>, %c: tensor<3x8x10xi32>) -> tensor<3x8x10xi32> {
    %0 = linalg.batch_matmul ins(%a, %b : tensor<3x8x6xi32>, tensor<3x6x10xi32>) outs(%c : tensor<3x8x10xi32>) -> tensor<3x8x10xi32>
    return %0 : tensor<3x8x10xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.batch_matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl = transform.structured.tile_using_forall %m tile_sizes [1, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
