module {
  func.func @f(%arg0: f32, %arg1: memref<8xf32>, %arg2: index) {
    %c0 = arith.constant 0 : index
    memref.store %arg0, %arg1[%c0] : memref<8xf32>
    return
  }
}

