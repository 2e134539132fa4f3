// RUN: tilec opt --tile=sizes=16,4 %s
// Tiles that start and end with tiles of the packed tensor are unpacked where they are.
func.func @f(%x: tensor<3x4x8x4xf32>, %o: tensor<24x13xf32>) -> tensor<24x13xf32> {
  %0 = linalg.unpack %x inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %o : tensor<3x4x8x4xf32> -> tensor<24x13xf32>
  return %0 : tensor<24x13xf32>
}
