// RUN: tilec opt %s
// Tiles that are not full need a padding value, of the element type.
func.func @f(%a: tensor<15x8xf32>, %d: tensor<4x2x4x4xf32>, %z: f64) {
  %r = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %d : tensor<15x8xf32> -> tensor<4x2x4x4xf32>
  %s = linalg.pack %a padding_value(%z : f64) inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %d
      : tensor<15x8xf32> -> tensor<4x2x4x4xf32>
  return
}
