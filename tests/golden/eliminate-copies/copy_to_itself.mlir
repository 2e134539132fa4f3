// RUN: tilec opt --eliminate-copies --remarks %s
// A copy to itself, and between two equal views.
func.func @f(%a: memref<8xf32>) {
  memref.copy %a, %a : memref<8xf32> to memref<8xf32>
  %v = memref.subview %a[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  %w = memref.subview %a[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  memref.copy %v, %w : memref<4xf32, strided<[1], offset: 2>> to memref<4xf32, strided<[1], offset: 2>>
  return
}
