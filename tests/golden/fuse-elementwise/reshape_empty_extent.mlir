// RUN: tilec opt --fuse-elementwise %s
// Nothing is divided by an extent of 0.
#id1 = affine_map<(i) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%x: tensor<4x0xf32>, %y: tensor<0xf32>) -> tensor<0xf32> {
  %e = tensor.empty() : tensor<4x0xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x0xf32>) outs(%e : tensor<4x0xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<4x0xf32>
  %c = tensor.collapse_shape %0 [[0, 1]] : tensor<4x0xf32> into tensor<0xf32>
  %1 = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%c, %y : tensor<0xf32>, tensor<0xf32>) outs(%y : tensor<0xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<0xf32>
  return %1 : tensor<0xf32>
}
