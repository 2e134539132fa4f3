// RUN: tilec opt --canonicalize %s
// Constants go into the lists and the layout of a view of a buffer, and accesses take what a cast forgot.
func.func @f(%a: memref<8x8xf32>, %n: index) -> (f32, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = memref.subview %a[%c1, 0] [%c4, 8] [%c1, 1] : memref<8x8xf32> to memref<?x8xf32, strided<[?, 1], offset: ?>>
  %1 = memref.load %0[%c0, %n] : memref<?x8xf32, strided<[?, 1], offset: ?>>
  %2 = memref.dim %0, %c0 : memref<?x8xf32, strided<[?, 1], offset: ?>>
  return %1, %2 : f32, index
}
