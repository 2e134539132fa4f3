// RUN: tilec opt %s
// The tiled dimensions are distinct, the outer ones a permutation, each tile positive.
func.func @f(%a: tensor<16x8xf32>, %d: tensor<4x2x4x4xf32>) {
  %r = linalg.pack %a outer_dims_perm = [0] inner_dims_pos = [1, 1] inner_tiles = [0, 4, 2] into %d
      : tensor<16x8xf32> -> tensor<4x2x4x4xf32>
  return
}
