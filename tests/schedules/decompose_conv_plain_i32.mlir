module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x1xi32>, %k: tensor<3x1xi32>, %o: tensor<6x1xi32>) -> tensor<6x1xi32> {
    %0 = linalg.conv_2d ins(%a, %k : tensor<8x1xi32>, tensor<3x1xi32>) outs(%o : tensor<6x1xi32>) -> tensor<6x1xi32>
    return %0 : tensor<6x1xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.conv_2d"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
