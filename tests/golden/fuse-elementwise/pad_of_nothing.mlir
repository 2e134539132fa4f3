// RUN: tilec opt --fuse-elementwise %s
// Padding by nothing is read through.
#id1 = affine_map<(i) -> (i)>
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: f32) -> tensor<4xf32> {
  %p = tensor.pad %x low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%p, %y : tensor<4xf32>, tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
