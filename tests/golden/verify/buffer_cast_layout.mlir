// RUN: tilec opt %s
// A cast forgets or learns strides, it does not change them.
func.func @f(%a: memref<4x8xf32>) {
  %r = memref.cast %a : memref<4x8xf32> to memref<4x8xf32, strided<[16, 1]>>
  %s = memref.cast %a : memref<4x8xf32> to memref<4x8xf32, strided<[?, 1], offset: ?>>
  return
}
