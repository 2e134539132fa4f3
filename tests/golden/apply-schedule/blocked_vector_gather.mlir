// RUN: tilec opt --apply-schedule %s
// A payload that reads a tensor at a place of its own.
#id = affine_map<(d0) -> (d0)>
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<4xindex>, %t: tensor<9xi32>, %o: tensor<4xi32>) -> tensor<4xi32> {
    %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xindex>) outs(%o : tensor<4xi32>) {
    ^bb0(%a: index, %b: i32):
      %v = tensor.extract %t[%a] : tensor<9xi32>
      linalg.yield %v : i32
    } -> tensor<4xi32>
    return %0 : tensor<4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %m : !transform.any_op
    transform.yield
  }
}
