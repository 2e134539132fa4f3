// RUN: tilec opt --fuse-elementwise %s
// A padded operand is read where the source is, clamped into it; elsewhere the padding is selected.
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%x: tensor<2x3xf32>, %y: tensor<4x4xf32>, %z: f32) -> tensor<4x4xf32> {
  %p = tensor.pad %x low[1, 0] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<2x3xf32> to tensor<4x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%y : tensor<4x4xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
