// RUN: tilec opt --apply-schedule --canonicalize %s
// The accumulators are carried as a vector, and the sum reads them there: no tile of the product is left.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x6xi32>, %b: tensor<6x4xi32>, %c: tensor<8x4xi32>, %d: tensor<8x4xi32>) -> tensor<8x4xi32> {
    %e = tensor.empty() : tensor<8x4xi32>
    %z = arith.constant 0 : i32
    %f = linalg.fill ins(%z : i32) outs(%e : tensor<8x4xi32>) -> tensor<8x4xi32>
    %0 = linalg.matmul ins(%a, %b : tensor<8x6xi32>, tensor<6x4xi32>) outs(%f : tensor<8x4xi32>) -> tensor<8x4xi32>
    %1 = linalg.add ins(%0, %c : tensor<8x4xi32>, tensor<8x4xi32>) outs(%d : tensor<8x4xi32>) -> tensor<8x4xi32>
    return %1 : tensor<8x4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %sum = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %tile, %rows = transform.structured.fuse %sum tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %product = transform.structured.match ops{["linalg.matmul"]} in %rows : (!transform.any_op) -> !transform.any_op
    %p, %k = transform.structured.tile_using_for %product tile_sizes [0, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %f2 = transform.structured.vectorize_children_and_apply_patterns %func : (!transform.any_op) -> !transform.any_op
    %f3 = transform.structured.hoist_redundant_vector_transfers %f2 : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f3 {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.yield
  }
}
