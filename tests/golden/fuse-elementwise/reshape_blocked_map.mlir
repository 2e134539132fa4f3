// RUN: tilec opt --fuse-elementwise --remarks %s
// The loop to split is half of an index: two loops could not say where that is.
#id1 = affine_map<(i) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
#window = affine_map<(i) -> (i + 1)>
func.func @f(%x: tensor<4x8xf32>, %y: tensor<33xf32>) -> tensor<32xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %e1 = tensor.empty() : tensor<32xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<4x8xf32>
  %c = tensor.collapse_shape %0 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %1 = linalg.generic {indexing_maps = [#id1, #window, #id1], iterator_types = ["parallel"]}
      ins(%c, %y : tensor<32xf32>, tensor<33xf32>) outs(%e1 : tensor<32xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  return %1 : tensor<32xf32>
}
