// RUN: tilec opt --apply-schedule %s
// What a payload has: its position, a constant, a value from outside, a scalar operand, a transposed operand, two results.
#t = affine_map<(d0, d1) -> (d1, d0)>
#s = affine_map<(d0, d1) -> ()>
#id = affine_map<(d0, d1) -> (d0, d1)>
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<4x2xf32>, %s: f32, %y: f32, %o: tensor<2x4xf32>, %p: tensor<4x2xindex>) -> (tensor<2x4xf32>, tensor<4x2xindex>) {
    %0:2 = linalg.generic {indexing_maps = [#t, #s, #id, #t], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<4x2xf32>, f32) outs(%o, %p : tensor<2x4xf32>, tensor<4x2xindex>) {
    ^bb0(%a: f32, %b: f32, %c: f32, %d: index):
      %two = arith.constant 2.0 : f32
      %u = arith.mulf %a, %two fastmath<nnan> : f32
      %v = arith.addf %u, %b : f32
      %less = arith.cmpf olt, %v, %y : f32
      %w = arith.select %less, %v, %c : f32
      %i = linalg.index 1 : index
      linalg.yield %w, %i : f32, index
    } -> (tensor<2x4xf32>, tensor<4x2xindex>)
    return %0#0, %0#1 : tensor<2x4xf32>, tensor<4x2xindex>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %m : !transform.any_op
    transform.yield
  }
}
