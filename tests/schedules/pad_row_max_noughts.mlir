module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<6x10xi32>, %o: tensor<6xi32>) -> tensor<6xi32> {
    %0 = linalg.reduce ins(%a : tensor<6x10xi32>) outs(%o : tensor<6xi32>) dimensions = [1]
      (%in: i32, %acc: i32) {
        %v = arith.maxsi %in, %acc : i32
        linalg.yield %v : i32
      }
    return %0 : tensor<6xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    %p, %pp, %pc = transform.structured.pad %m pad_to_multiple_of [4] {padding_values = [0 : i32, 0 : i32], padding_dimensions = [1]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
