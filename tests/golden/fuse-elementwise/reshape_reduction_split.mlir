// RUN: tilec opt --fuse-elementwise %s
// A reduction in iteration order keeps that order when its loop is split in place.
#id = affine_map<(i, j) -> (i, j)>
#col = affine_map<(i, j) -> (j)>
#id3 = affine_map<(i, j, k) -> (i, j, k)>
#turn = affine_map<(i, j, k) -> (j, i, k)>
func.func @f(%x: tensor<3x2x8xf32>, %init: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<2x3x8xf32>
  %0 = linalg.generic {indexing_maps = [#turn, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<3x2x8xf32>) outs(%e : tensor<2x3x8xf32>) {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  } -> tensor<2x3x8xf32>
  %c = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<2x3x8xf32> into tensor<6x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]}
      ins(%c : tensor<6x8xf32>) outs(%init : tensor<8xf32>) {
  ^bb0(%v: f32, %o: f32):
    %s = arith.addf %o, %v : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
