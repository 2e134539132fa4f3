// A chain of maps in vectors: one reads what the one before wrote.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<6x32xf32>, %b: tensor<32x6xf32>, %o: tensor<6x32xf32>) -> tensor<6x32xf32> {
    %e = tensor.empty() : tensor<6x32xf32>
    %t = linalg.transpose ins(%b : tensor<32x6xf32>) outs(%e : tensor<6x32xf32>) permutation = [1, 0]
    %s = linalg.add ins(%a, %t : tensor<6x32xf32>, tensor<6x32xf32>) outs(%o : tensor<6x32xf32>) -> tensor<6x32xf32>
    return %s : tensor<6x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %s = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.fuse %s tile_sizes [2, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %f2 = transform.structured.vectorize_children_and_apply_patterns %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
