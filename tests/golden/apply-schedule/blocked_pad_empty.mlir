// RUN: tilec opt --apply-schedule %s
// There is nothing to pad in a tensor without elements.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<0x9xi32>, %k: tensor<9x13xi32>, %o: tensor<0x13xi32>) -> tensor<0x13xi32> {
    %0 = linalg.matmul ins(%a, %k : tensor<0x9xi32>, tensor<9x13xi32>) outs(%o : tensor<0x13xi32>) -> tensor<0x13xi32>
    return %0 : tensor<0x13xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %p, %pp, %pc = transform.structured.pad %m {padding_values = [0 : i32, 0 : i32, 0 : i32], padding_dimensions = [0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
