// RUN: tilec opt --apply-schedule %s
// A pad is a fill and an insertion, a concatenation insertions, a slice of a slice one slice.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<5x2xf32>, %b: tensor<7x3xf32>, %n: index) -> tensor<?x2xf32> {
    %z = arith.constant 0.0 : f32
    %0 = tensor.pad %a low[1, 0] high[1, 2] {
    ^bb0(%i: index, %j: index):
      tensor.yield %z : f32
    } : tensor<5x2xf32> to tensor<7x4xf32>
    %1 = tensor.concat dim(1) %0, %b : (tensor<7x4xf32>, tensor<7x3xf32>) -> tensor<7x7xf32>
    %2 = tensor.extract_slice %1[2, %n] [4, 3] [1, 1] : tensor<7x7xf32> to tensor<4x3xf32>
    %3 = tensor.extract_slice %2[%n, 1] [%n, 2] [1, 1] : tensor<4x3xf32> to tensor<?x2xf32>
    return %3 : tensor<?x2xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %func {
      transform.apply_patterns.linalg.decompose_pad
      transform.apply_patterns.tensor.decompose_concat
      transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice
    } : !transform.any_op
    transform.yield
  }
}
