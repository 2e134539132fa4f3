// RUN: tilec opt %s
// The layout of a view follows from its source.
func.func @f(%a: memref<8xf32>) {
  %r = memref.subview %a[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 3>>
  return
}
