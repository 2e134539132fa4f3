module {
  func.func @f(%arg0: memref<8x8xf32>, %arg1: index) -> (memref<?x8xf32, strided<[?, 1], offset: ?>>, f32) {
    %c0 = arith.constant 0 : index
    %subview = memref.subview %arg0[1, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 8>>
    %cast = memref.cast %subview : memref<4x8xf32, strided<[8, 1], offset: 8>> to memref<?x8xf32, strided<[?, 1], offset: ?>>
    %0 = memref.load %subview[%c0, %arg1] : memref<4x8xf32, strided<[8, 1], offset: 8>>
    return %cast, %0 : memref<?x8xf32, strided<[?, 1], offset: ?>>, f32
  }
}

