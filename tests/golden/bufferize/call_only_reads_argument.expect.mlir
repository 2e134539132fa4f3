module {
  func.func private @first(%arg0: memref<4xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %0 = memref.load %arg0[%c0] : memref<4xf32>
    return %0 : f32
  }
  func.func @f(%arg0: memref<4xf32>) -> (f32, memref<4xf32>) {
    %0 = call @first(%arg0) : (memref<4xf32>) -> f32
    return %0, %arg0 : f32, memref<4xf32>
  }
}

