// RUN: tilec opt --tile=sizes=10 %s
// Tiles that start inside of a packed tile are cut out of all tiles that have elements of theirs.
func.func @f(%x: tensor<4x3x8x4xf32>, %o: tensor<24x13xf32>) -> tensor<24x13xf32> {
  %0 = linalg.unpack %x outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %o : tensor<4x3x8x4xf32> -> tensor<24x13xf32>
  return %0 : tensor<24x13xf32>
}
