module {
  func.func @f(%arg0: memref<6x8xf32>, %arg1: index) -> index {
    %c0 = arith.constant 0 : index
    %alloc = memref.alloc() : memref<6x3xf32>
    %subview = memref.subview %arg0[3, 2] [3, 3] [1, 1] : memref<6x8xf32> to memref<3x3xf32, strided<[8, 1], offset: 26>>
    %subview_0 = memref.subview %alloc[0, 0] [3, 3] [1, 1] : memref<6x3xf32> to memref<3x3xf32, strided<[3, 1]>>
    memref.copy %subview, %subview_0 : memref<3x3xf32, strided<[8, 1], offset: 26>> to memref<3x3xf32, strided<[3, 1]>>
    %reinterpret_cast = memref.reinterpret_cast %alloc to offset: [3], sizes: [3, 3], strides: [3, 1] : memref<6x3xf32> to memref<3x3xf32, strided<[3, 1], offset: 3>>
    %0 = memref.load %arg0[%c0, %c0] : memref<6x8xf32>
    memref.store %0, %reinterpret_cast[%c0, %c0] : memref<3x3xf32, strided<[3, 1], offset: 3>>
    %c6 = arith.constant 6 : index
    return %c6 : index
  }
}

