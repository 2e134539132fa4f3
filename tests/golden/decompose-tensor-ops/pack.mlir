// RUN: tilec opt --decompose-tensor-ops %s
// A pack is padded and transposed, an unpack transposed back and cut; the last, of nothing, is what it would be written into.
func.func @f(%a: tensor<7x8xf32>, %p: tensor<2x2x4x4xf32>, %v: f32, %n: tensor<0x8xf32>, %q: tensor<0x8x4xf32>) -> (tensor<7x8xf32>, tensor<0x8x4xf32>) {
  %0 = linalg.pack %a padding_value(%v : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %p : tensor<7x8xf32> -> tensor<2x2x4x4xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %a : tensor<2x2x4x4xf32> -> tensor<7x8xf32>
  %2 = linalg.pack %n inner_dims_pos = [0] inner_tiles = [4] into %q : tensor<0x8xf32> -> tensor<0x8x4xf32>
  return %1, %2 : tensor<7x8xf32>, tensor<0x8x4xf32>
}
