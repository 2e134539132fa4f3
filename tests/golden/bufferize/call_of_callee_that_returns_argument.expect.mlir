module {
  func.func private @f(%arg0: memref<4xf32>) -> memref<4xf32> {
    return %arg0 : memref<4xf32>
  }
  func.func @g(%arg0: memref<4xf32>) -> memref<4xf32> {
    %0 = call @f(%arg0) : (memref<4xf32>) -> memref<4xf32>
    return %arg0 : memref<4xf32>
  }
}

