module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<6x10xf32>, %o: tensor<6xf32>) -> tensor<6xf32> {
    %0 = linalg.reduce ins(%a : tensor<6x10xf32>) outs(%o : tensor<6xf32>) dimensions = [1]
      (%in: f32, %acc: f32) {
        %v = arith.maximumf %in, %acc : f32
        linalg.yield %v : f32
      }
    return %0 : tensor<6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl:2 = transform.structured.tile_using_for %m tile_sizes [4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %p, %pp, %pc = transform.structured.pad %t {padding_values = [0xFF800000 : f32, 0.0 : f32], padding_dimensions = [0, 1]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
