// RUN: tilec opt %s
// The packed tensor has the counts of tiles, then the tiles.
func.func @f(%a: tensor<16x8xf32>, %d: tensor<4x2x4x4xf32>) {
  %r = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %d : tensor<16x8xf32> -> tensor<4x2x4x4xf32>
  return
}
