module {
  func.func @f(%arg0: memref<8x8xf32>, %arg1: index) -> (f32, index) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %subview = memref.subview %arg0[1, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 8>>
    %0 = memref.load %subview[%c0, %arg1] : memref<4x8xf32, strided<[8, 1], offset: 8>>
    return %0, %c4 : f32, index
  }
}

