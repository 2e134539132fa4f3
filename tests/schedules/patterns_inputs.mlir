module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x5xf32>, %b: tensor<4x5xf32>, %c: tensor<5xf32>, %o: tensor<4x5xf32>, %p: tensor<4x5xf32>) -> tensor<4x5xf32> {
    %0:2 = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(j)>, affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %a, %c, %b : tensor<4x5xf32>, tensor<4x5xf32>, tensor<5xf32>, tensor<4x5xf32>) outs(%o, %p : tensor<4x5xf32>, tensor<4x5xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32, %w: f32, %u: f32, %v: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s, %w : f32, f32
    } -> (tensor<4x5xf32>, tensor<4x5xf32>)
    return %0#0 : tensor<4x5xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %m {
      transform.apply_patterns.linalg.erase_unnecessary_inputs
    } : !transform.any_op
    transform.yield
  }
}
