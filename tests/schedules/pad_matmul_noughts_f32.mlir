module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<11x9xf32>, %k: tensor<9x13xf32>, %o: tensor<11x13xf32>) -> tensor<11x13xf32> {
    %0 = linalg.matmul ins(%a, %k : tensor<11x9xf32>, tensor<9x13xf32>) outs(%o : tensor<11x13xf32>) -> tensor<11x13xf32>
    return %0 : tensor<11x13xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl:2 = transform.structured.tile_using_for %m tile_sizes [1, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %p, %pp, %pc = transform.structured.pad %t {padding_values = [0.0 : f32, 0.0 : f32, 0.0 : f32], padding_dimensions = [2]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
