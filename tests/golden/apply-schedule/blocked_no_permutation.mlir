// RUN: tilec opt --apply-schedule %s
// An order of one dimension is none of two.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<11x9xi32>, %k: tensor<9x13xi32>, %o: tensor<11x13xi32>) -> tensor<11x13xi32> {
    %0 = linalg.matmul ins(%a, %k : tensor<11x9xi32>, tensor<9x13xi32>) outs(%o : tensor<11x13xi32>) -> tensor<11x13xi32>
    return %0 : tensor<11x13xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.structured.pack %m packed_sizes = [4, 5, 3] : (!transform.any_op) -> !transform.op<"linalg.generic">
    %k = transform.get_producer_of_operand %p[1] : (!transform.op<"linalg.generic">) -> !transform.op<"linalg.pack">
    %q, %r, %s = transform.structured.pack_transpose %k with_compute_op(%p) outer_perm = [0] : (!transform.op<"linalg.pack">, !transform.op<"linalg.generic">) -> (!transform.op<"linalg.generic">, !transform.op<"linalg.pack">, !transform.any_op)
    transform.yield
  }
}
