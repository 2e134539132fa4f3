// RUN: tilec opt %s
// The result has the stated sizes, strides and offset.
func.func @f(%a: memref<32xf32>) {
  %r = memref.reinterpret_cast %a to offset: [3], sizes: [4, 8], strides: [8, 1]
      : memref<32xf32> to memref<4x9xf32, strided<[16, 1], offset: 2>>
  return
}
