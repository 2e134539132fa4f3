module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<2x3x40xf64>, %o: tensor<2x3x40xf64>) -> tensor<2x3x40xf64> {
    %0 = linalg.softmax dimension(2) ins(%a : tensor<2x3x40xf64>) outs(%o : tensor<2x3x40xf64>) -> tensor<2x3x40xf64>
    return %0 : tensor<2x3x40xf64>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose_interface %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
