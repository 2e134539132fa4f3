// RUN: tilec opt --fuse-elementwise --remarks %s
// A row sum is in lane order along its loop: split, it would be another sum. (Nor do the merged loops stand together above.)
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#turn = affine_map<(i, j, k) -> (i, k, j)>
#id3 = affine_map<(i, j, k) -> (i, j, k)>
func.func @f(%x: tensor<2x4x3xf32>, %init: tensor<2xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2x3x4xf32>
  %0 = linalg.generic {indexing_maps = [#turn, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : tensor<2x4x3xf32>) outs(%e : tensor<2x3x4xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<2x3x4xf32>
  %c = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<2x3x4xf32> into tensor<2x12xf32>
  %1 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%c : tensor<2x12xf32>) outs(%init : tensor<2xf32>) {
  ^bb0(%v: f32, %o: f32):
    %s = arith.addf %o, %v : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
