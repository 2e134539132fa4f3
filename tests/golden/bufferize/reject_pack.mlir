// RUN: tilec opt --bufferize %s
// linalg.pack into tiles of open size has no form on buffers.
func.func @f(%a: tensor<?xf32>, %o: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %0 = linalg.pack %a inner_dims_pos = [0] inner_tiles = [%n] into %o : tensor<?xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
