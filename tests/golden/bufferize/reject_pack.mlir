// RUN: tilec opt --bufferize %s
// linalg.pack has no form on buffers.
func.func @f(%a: tensor<4xf32>, %o: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [2] into %o : tensor<4xf32> -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
