// RUN: tilec opt %s
// The parts of a dimension share its stride.
func.func @f(%a: memref<6xf32, strided<[2], offset: 3>>) {
  %r = memref.expand_shape %a [[0, 1]] output_shape [2, 3] : memref<6xf32, strided<[2], offset: 3>> into memref<2x3xf32>
  return
}
