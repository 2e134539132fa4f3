// RUN: tilec opt --apply-schedule %s
// What is written past the end of a loop would be written where the other loop keeps it.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<7x3xi32>, %o: tensor<9xi32>) -> tensor<9xi32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i + j)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<7x3xi32>) outs(%o : tensor<9xi32>) {
    ^bb0(%x: i32, %y: i32):
      %v = arith.addi %x, %y : i32
      linalg.yield %v : i32
    } -> tensor<9xi32>
    return %0 : tensor<9xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %p, %pp, %pc = transform.structured.pad %m pad_to_multiple_of [4] {padding_values = [0 : i32, 0 : i32], padding_dimensions = [0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
