// RUN: tilec opt --apply-schedule %s
// Whole passes, on the whole program.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x4xi32>, %b: tensor<4x4xi32>, %o: tensor<4x4xi32>) -> tensor<4x4xi32> {
    %0 = linalg.matmul ins(%a, %b : tensor<4x4xi32>, tensor<4x4xi32>) outs(%o : tensor<4x4xi32>) -> tensor<4x4xi32>
    return %0 : tensor<4x4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %a = transform.apply_registered_pass "linalg-generalize-named-ops" to %root : (!transform.any_op) -> !transform.any_op
    transform.bufferization.eliminate_empty_tensors %a : !transform.any_op
    %b = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %a {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
