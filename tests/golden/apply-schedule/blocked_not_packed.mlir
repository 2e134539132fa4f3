// RUN: tilec opt --apply-schedule %s
// The operand is packed for another op.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x4xi32>, %o: tensor<2x4x4xi32>, %u: tensor<8x4xi32>) -> (tensor<2x4x4xi32>, tensor<8x4xi32>) {
    %0 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [4] into %o : tensor<8x4xi32> -> tensor<2x4x4xi32>
    %1 = linalg.add ins(%a, %a : tensor<8x4xi32>, tensor<8x4xi32>) outs(%u : tensor<8x4xi32>) -> tensor<8x4xi32>
    return %0, %1 : tensor<2x4x4xi32>, tensor<8x4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %p0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.any_op
    %k = transform.cast %p0 : !transform.any_op to !transform.op<"linalg.pack">
    %m = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %q, %r, %s = transform.structured.pack_transpose %k with_compute_op(%m) inner_perm = [0] : (!transform.op<"linalg.pack">, !transform.any_op) -> (!transform.any_op, !transform.op<"linalg.pack">, !transform.any_op)
    transform.yield
  }
}
