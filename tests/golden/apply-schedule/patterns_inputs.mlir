// RUN: tilec opt --apply-schedule %s
// Inputs that are read twice or not at all go, but not the one that alone says how often a loop runs.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x5xf32>, %c: tensor<5xf32>, %d: tensor<7xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (j)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%a, %a, %c, %d : tensor<4x5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<7xf32>) outs(%o : tensor<4xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32, %w: f32, %u: f32):
      %s = arith.mulf %x, %y : f32
      %t = arith.maximumf %s, %u : f32
      linalg.yield %t : f32
    } -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %m {
      transform.apply_patterns.linalg.erase_unnecessary_inputs
    } : !transform.any_op
    transform.yield
  }
}
