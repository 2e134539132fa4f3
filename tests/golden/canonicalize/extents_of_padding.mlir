// RUN: tilec opt --canonicalize %s
// An extent that a pad leaves alone is that of what is padded; a pack has the extents of what it is written into.
func.func @f(%a: tensor<?x?xf32>, %o: tensor<?x?x4xf32>, %n: index, %z: f32) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.pad %a low[0, 0] high[%n, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %p = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [1] inner_tiles = [4] into %o : tensor<?x?xf32> -> tensor<?x?x4xf32>
  %d0 = tensor.dim %0, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  %d2 = tensor.dim %p, %c1 : tensor<?x?x4xf32>
  return %d0, %d1, %d2 : index, index, index
}
