// RUN: tilec opt --apply-schedule %s
// A pad is no loop nest.
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<4xf32>, %c: f32) -> tensor<6xf32> {
    %0 = tensor.pad %x low[1] high[1] {
    ^bb0(%i: index):
      tensor.yield %c : f32
    } : tensor<4xf32> to tensor<6xf32>
    return %0 : tensor<6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %m : !transform.any_op
    transform.yield
  }
}
