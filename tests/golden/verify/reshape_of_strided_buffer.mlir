// RUN: tilec opt %s
// Only dimensions without gaps can be collapsed.
func.func @f(%a: memref<4x4xf32, strided<[8, 1]>>) {
  %r = memref.collapse_shape %a [[0, 1]] : memref<4x4xf32, strided<[8, 1]>> into memref<16xf32>
  return
}
