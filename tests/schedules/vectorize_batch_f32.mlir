// A batch of products as vectors of three dimensions.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x6x8xf32>, %b: tensor<4x8x10xf32>, %c: tensor<4x6x10xf32>) -> tensor<4x6x10xf32> {
    %0 = linalg.batch_matmul ins(%a, %b : tensor<4x6x8xf32>, tensor<4x8x10xf32>) outs(%c : tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
    return %0 : tensor<4x6x10xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.batch_matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:3 = transform.structured.tile_using_for %m tile_sizes [1, 3, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.structured.vectorize %t : !transform.any_op
    transform.yield
  }
}
