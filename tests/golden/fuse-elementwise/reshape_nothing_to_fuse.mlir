// RUN: tilec opt --fuse-elementwise --remarks %s
// A reshape that has no elementwise op above it, or no op below it, stays as it is.
#id1 = affine_map<(i) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%x: tensor<4x8xf32>, %y: tensor<32xf32>) -> (tensor<32xf32>, tensor<4x8xf32>) {
  %e1 = tensor.empty() : tensor<32xf32>
  %c = tensor.collapse_shape %x [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %0 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%c : tensor<32xf32>) outs(%e1 : tensor<32xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<32xf32>
  %1 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%y : tensor<32xf32>) outs(%e1 : tensor<32xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<32xf32>
  %d = tensor.expand_shape %1 [[0, 1]] output_shape [4, 8] : tensor<32xf32> into tensor<4x8xf32>
  return %0, %d : tensor<32xf32>, tensor<4x8xf32>
}
