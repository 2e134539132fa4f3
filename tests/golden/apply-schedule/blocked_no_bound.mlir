// RUN: tilec opt --apply-schedule %s
// Nothing bounds the number of rows by a constant.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<?x9xi32>) -> tensor<?x9xi32> {
    %c0 = arith.constant 0 : index
    %n = tensor.dim %a, %c0 : tensor<?x9xi32>
    %e = tensor.empty(%n) : tensor<?x9xi32>
    %0 = linalg.add ins(%a, %a : tensor<?x9xi32>, tensor<?x9xi32>) outs(%e : tensor<?x9xi32>) -> tensor<?x9xi32>
    return %0 : tensor<?x9xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %p, %pp, %pc = transform.structured.pad %m {padding_values = [0 : i32, 0 : i32, 0 : i32], padding_dimensions = [0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
