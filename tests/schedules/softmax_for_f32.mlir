module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<6x16xf32>) -> tensor<6x16xf32> {
    %z = arith.constant 0.0 : f32
    %lo = arith.constant 0xFF800000 : f32
    %e = tensor.empty() : tensor<6x16xf32>
    %r = tensor.empty() : tensor<6xf32>
    %0 = linalg.fill ins(%lo : f32) outs(%r : tensor<6xf32>) -> tensor<6xf32>
    %1 = linalg.reduce ins(%a : tensor<6x16xf32>) outs(%0 : tensor<6xf32>) dimensions = [1]
      (%in: f32, %acc: f32) {
        %v = arith.maximumf %in, %acc : f32
        linalg.yield %v : f32
      }
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a, %1 : tensor<6x16xf32>, tensor<6xf32>) outs(%e : tensor<6x16xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %d = arith.subf %p, %q : f32
      %v = math.exp %d : f32
      linalg.yield %v : f32
    } -> tensor<6x16xf32>
    %3 = linalg.fill ins(%z : f32) outs(%r : tensor<6xf32>) -> tensor<6xf32>
    %4 = linalg.reduce ins(%2 : tensor<6x16xf32>) outs(%3 : tensor<6xf32>) dimensions = [1]
      (%in: f32, %acc: f32) {
        %v = arith.addf %in, %acc : f32
        linalg.yield %v : f32
      }
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2, %4 : tensor<6x16xf32>, tensor<6xf32>) outs(%e : tensor<6x16xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %v = arith.divf %p, %q : f32
      linalg.yield %v : f32
    } -> tensor<6x16xf32>
    return %5 : tensor<6x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %r = transform.structured.match ops{["linalg.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    %m, %s = transform.split_handle %r : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %t, %tl:2 = transform.structured.tile_using_for %m tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %u, %ul:1 = transform.structured.tile_using_for %s tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
