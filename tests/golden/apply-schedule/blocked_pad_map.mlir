// RUN: tilec opt --apply-schedule %s
// Rows read backwards: past the end of the loop there is nothing to read.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<7xi32>, %o: tensor<7xi32>) -> tensor<7xi32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (-i + 6)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<7xi32>) outs(%o : tensor<7xi32>) {
    ^bb0(%x: i32, %y: i32):
      linalg.yield %x : i32
    } -> tensor<7xi32>
    return %0 : tensor<7xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %p, %pp, %pc = transform.structured.pad %m pad_to_multiple_of [4] {padding_values = [0 : i32, 0 : i32], padding_dimensions = [0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
