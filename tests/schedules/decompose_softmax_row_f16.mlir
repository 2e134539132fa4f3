module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<70xf16>, %o: tensor<70xf16>) -> tensor<70xf16> {
    %0 = linalg.softmax dimension(0) ins(%a : tensor<70xf16>) outs(%o : tensor<70xf16>) -> tensor<70xf16>
    return %0 : tensor<70xf16>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose_interface %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
