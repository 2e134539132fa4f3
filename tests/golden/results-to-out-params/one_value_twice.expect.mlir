module {
  func.func @f(%arg0: f32, %arg1: memref<8xf32>, %arg2: memref<8xf32>) {
    %alloc = memref.alloc() : memref<8xf32>
    linalg.fill ins(%arg0 : f32) outs(%alloc : memref<8xf32>)
    memref.copy %alloc, %arg1 : memref<8xf32> to memref<8xf32>
    memref.copy %alloc, %arg2 : memref<8xf32> to memref<8xf32>
    return
  }
}

