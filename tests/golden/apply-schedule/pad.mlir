// RUN: tilec opt --apply-schedule %s
// Tiles at the end are padded to the size of all others; what is past the end of the result is cut off.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<11x9xi32>, %k: tensor<9x13xi32>, %o: tensor<11x13xi32>) -> tensor<11x13xi32> {
    %0 = linalg.matmul ins(%a, %k : tensor<11x9xi32>, tensor<9x13xi32>) outs(%o : tensor<11x13xi32>) -> tensor<11x13xi32>
    return %0 : tensor<11x13xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:3 = transform.structured.tile_using_for %m tile_sizes [4, 5, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %p, %pp, %pc = transform.structured.pad %t {padding_values = [0 : i32, 0 : i32, 0 : i32], padding_dimensions = [0, 1, 2]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
