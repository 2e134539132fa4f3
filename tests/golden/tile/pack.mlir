// RUN: tilec opt --tile=sizes=2 %s
// The last tile of the source is short.
func.func @f(%x: tensor<13x4xf32>, %v: f32, %o: tensor<4x1x4x4xf32>) -> tensor<4x1x4x4xf32> {
  %0 = linalg.pack %x padding_value(%v : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %o : tensor<13x4xf32> -> tensor<4x1x4x4xf32>
  return %0 : tensor<4x1x4x4xf32>
}
