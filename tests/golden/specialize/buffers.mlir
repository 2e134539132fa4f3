// RUN: tilec opt --specialize="arg0=6x8 arg1=3" %s
// On buffers layouts follow too: strides and offsets of views become constants.
func.func @f(%a: memref<?x?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32>
  %t = memref.alloc(%m, %n) : memref<?x?xf32>
  %s = memref.subview %a[%n, 2] [%n, %n] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %u = memref.subview %t[0, 0] [%n, %n] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  memref.copy %s, %u : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, 1]>>
  %r = memref.reinterpret_cast %t to offset: [%n], sizes: [%n, %n], strides: [%n, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %x = memref.load %a[%c0, %c0] : memref<?x?xf32>
  memref.store %x, %r[%c0, %c0] : memref<?x?xf32, strided<[?, 1], offset: ?>>
  %y = bufferization.to_tensor %t restrict : memref<?x?xf32> to tensor<?x?xf32>
  %d = tensor.dim %y, %c0 : tensor<?x?xf32>
  return %d : index
}
