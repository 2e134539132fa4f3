module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<5x40xf32>, %o: tensor<5x40xf32>) -> tensor<5x40xf32> {
    %0 = linalg.softmax dimension(1) ins(%a : tensor<5x40xf32>) outs(%o : tensor<5x40xf32>) -> tensor<5x40xf32>
    return %0 : tensor<5x40xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose_interface %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
