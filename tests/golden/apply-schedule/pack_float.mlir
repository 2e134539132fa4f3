// RUN: tilec opt --apply-schedule %s
// Tiles past the end of a sum are filled so that their products are -0.0.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<11x9xf32>, %k: tensor<9x13xf32>, %o: tensor<11x13xf32>) -> tensor<11x13xf32> {
    %0 = linalg.matmul ins(%a, %k : tensor<11x9xf32>, tensor<9x13xf32>) outs(%o : tensor<11x13xf32>) -> tensor<11x13xf32>
    return %0 : tensor<11x13xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.structured.pack %m packed_sizes = [0, 0, 4] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield
  }
}
