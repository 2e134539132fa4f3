// RUN: tilec opt --apply-schedule %s
// Tiles of a row would end the lanes of its sum.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<6x64xf32>, %o: tensor<6xf32>) -> tensor<6xf32> {
    %0 = linalg.reduce { arith.addf } ins(%a : tensor<6x64xf32>) outs(%o : tensor<6xf32>) dimensions = [1]
    return %0 : tensor<6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.structured.pack %m packed_sizes = [0, 32] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield
  }
}
