module {
  func.func @f(%arg0: memref<8xf32>) -> (memref<8xf32>, memref<8xf32>) {
    return %arg0, %arg0 : memref<8xf32>, memref<8xf32>
  }
}

