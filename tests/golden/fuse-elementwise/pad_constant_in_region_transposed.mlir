// RUN: tilec opt --fuse-elementwise %s
// The padding is a constant of the region, and the operand is read transposed.
#id = affine_map<(i, j) -> (i, j)>
#turn = affine_map<(i, j) -> (j, i)>
func.func @f(%x: tensor<2x3xf32>, %y: tensor<5x2xf32>) -> tensor<5x2xf32> {
  %p = tensor.pad %x low[0, 2] high[0, 0] {
  ^bb0(%i: index, %j: index):
    %k = arith.constant 0x7FC00000 : f32
    tensor.yield %k : f32
  } : tensor<2x3xf32> to tensor<2x5xf32>
  %0 = linalg.generic {indexing_maps = [#turn, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %y : tensor<2x5xf32>, tensor<5x2xf32>) outs(%y : tensor<5x2xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}
