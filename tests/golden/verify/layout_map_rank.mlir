// RUN: tilec opt %s
// A layout map has a dim for each dimension.
func.func @f(%a: memref<4x8xf32, affine_map<(d0) -> (d0)>>) {
  return
}
