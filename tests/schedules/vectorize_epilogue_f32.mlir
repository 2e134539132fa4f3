// A product and its epilogue in one register tile.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x24xf32>, %b: tensor<24x32xf32>, %bias: tensor<32xf32>, %o: tensor<8x32xf32>) -> tensor<8x32xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<8x32xf32>
    %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
    %0 = linalg.matmul ins(%a, %b : tensor<8x24xf32>, tensor<24x32xf32>) outs(%f : tensor<8x32xf32>) -> tensor<8x32xf32>
    %1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %bias : tensor<8x32xf32>, tensor<32xf32>) outs(%o : tensor<8x32xf32>) {
    ^bb0(%x: f32, %y: f32, %w: f32):
      %s = arith.addf %x, %y : f32
      %t = arith.maximumf %s, %z : f32
      linalg.yield %t : f32
    } -> tensor<8x32xf32>
    return %1 : tensor<8x32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.fuse %g tile_sizes [4, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %m = transform.structured.match ops{["linalg.matmul"]} in %l#0 : (!transform.any_op) -> !transform.any_op
    %k, %kl = transform.structured.tile_using_for %m tile_sizes [0, 0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %f2 = transform.structured.vectorize_children_and_apply_patterns %f : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f2 {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    %fors = transform.structured.match ops{["scf.for"]} in %f2 : (!transform.any_op) -> !transform.any_op
    %inner, %c, %r = transform.split_handle %fors : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.loop.hoist_loop_invariant_subsets %inner : !transform.any_op
    transform.apply_patterns to %f2 {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.yield
  }
}
