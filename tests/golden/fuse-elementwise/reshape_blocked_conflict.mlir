// RUN: tilec opt --fuse-elementwise --remarks %s
// Along the diagonal one loop goes through two dimensions that come from different groups.
#id1 = affine_map<(i) -> (i)>
#diagonal = affine_map<(i) -> (i, i)>
#id4 = affine_map<(i, j, k, l) -> (i, j, k, l)>
func.func @f(%x: tensor<2x6x3x4xf32>) -> tensor<12xf32> {
  %e = tensor.empty() : tensor<2x6x3x4xf32>
  %e1 = tensor.empty() : tensor<12xf32>
  %0 = linalg.generic {indexing_maps = [#id4, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x : tensor<2x6x3x4xf32>) outs(%e : tensor<2x6x3x4xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<2x6x3x4xf32>
  %c = tensor.collapse_shape %0 [[0, 1], [2, 3]] : tensor<2x6x3x4xf32> into tensor<12x12xf32>
  %1 = linalg.generic {indexing_maps = [#diagonal, #id1], iterator_types = ["parallel"]} ins(%c : tensor<12x12xf32>) outs(%e1 : tensor<12xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<12xf32>
  return %1 : tensor<12xf32>
}
