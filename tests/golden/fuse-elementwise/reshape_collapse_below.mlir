// RUN: tilec opt --fuse-elementwise %s
// The reader of a collapsed result gets the loops of what was collapsed; its other operand is expanded, its result collapsed.
#id1 = affine_map<(i) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%x: tensor<4x8xf32>, %y: tensor<32xf32>) -> tensor<32xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %e1 = tensor.empty() : tensor<32xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<4x8xf32>
  %c = tensor.collapse_shape %0 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %1 = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%c, %y : tensor<32xf32>, tensor<32xf32>) outs(%e1 : tensor<32xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  return %1 : tensor<32xf32>
}
