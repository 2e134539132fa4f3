module {
  func.func @f(%arg0: memref<f32>, %arg1: memref<f32>) {
    %0 = memref.load %arg0[] : memref<f32>
    %1 = arith.negf %0 : f32
    memref.store %1, %arg1[] : memref<f32>
    return
  }
}

