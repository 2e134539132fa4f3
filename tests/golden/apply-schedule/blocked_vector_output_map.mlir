// RUN: tilec opt --apply-schedule %s
// Two lanes would write one element.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<4x4xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
    %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x4xi32>) outs(%o : tensor<4xi32>) {
    ^bb0(%a: i32, %b: i32):
      linalg.yield %a : i32
    } -> tensor<4xi32>
    return %0 : tensor<4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %m : !transform.any_op
    transform.yield
  }
}
