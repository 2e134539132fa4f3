// RUN: tilec opt --apply-schedule %s
// The part that every trip updates is carried instead of the whole.
module attributes {transform.with_named_sequence} {
  func.func @f(%t: tensor<8xi32>, %n: index, %x: tensor<4xi32>) -> tensor<8xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<8xi32> {
      %s = tensor.extract_slice %a[2] [4] [1] : tensor<8xi32> to tensor<4xi32>
      %d = linalg.add ins(%s, %x : tensor<4xi32>, tensor<4xi32>) outs(%s : tensor<4xi32>) -> tensor<4xi32>
      %b = tensor.insert_slice %d into %a[2] [4] [1] : tensor<4xi32> into tensor<8xi32>
      scf.yield %b : tensor<8xi32>
    }
    return %r : tensor<8xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %l = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    transform.loop.hoist_loop_invariant_subsets %l : !transform.op<"scf.for">
    transform.annotate %l "still_valid" : !transform.op<"scf.for">
    transform.yield
  }
}
