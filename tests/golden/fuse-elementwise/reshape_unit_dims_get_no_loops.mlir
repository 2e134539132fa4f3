// RUN: tilec opt --fuse-elementwise %s
// Of a group only what is not of size 1 becomes a loop; the rest is read at 0.
#id1 = affine_map<(i) -> (i)>
#id4 = affine_map<(i, j, k, l) -> (i, j, k, l)>
func.func @f(%x: tensor<1x4x1x8xf32>) -> tensor<32xf32> {
  %e = tensor.empty() : tensor<1x4x1x8xf32>
  %e1 = tensor.empty() : tensor<32xf32>
  %0 = linalg.generic {indexing_maps = [#id4, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x : tensor<1x4x1x8xf32>) outs(%e : tensor<1x4x1x8xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<1x4x1x8xf32>
  %c = tensor.collapse_shape %0 [[0, 1, 2, 3]] : tensor<1x4x1x8xf32> into tensor<32xf32>
  %1 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%c : tensor<32xf32>) outs(%e1 : tensor<32xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<32xf32>
  return %1 : tensor<32xf32>
}
