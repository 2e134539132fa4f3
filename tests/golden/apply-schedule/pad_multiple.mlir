// RUN: tilec opt --apply-schedule %s
// A loop becomes a multiple of a number; an operand that is not folded is padded even where nothing is missing.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<11x9xi32>, %k: tensor<9x13xi32>, %o: tensor<11x13xi32>) -> tensor<11x13xi32> {
    %0 = linalg.matmul ins(%a, %k : tensor<11x9xi32>, tensor<9x13xi32>) outs(%o : tensor<11x13xi32>) -> tensor<11x13xi32>
    return %0 : tensor<11x13xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %p, %pp, %pc = transform.structured.pad %m pad_to_multiple_of [4] {padding_values = [0 : i32, 0 : i32, 0 : i32], padding_dimensions = [0], nofold_flags = [0, 1, 0], copy_back_op = "none"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
