module {
  func.func @f(%arg0: memref<4xf32>, %arg1: f32) -> memref<6xf32> {
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<6xf32>
    linalg.fill ins(%arg1 : f32) outs(%alloc : memref<6xf32>)
    %subview = memref.subview %alloc[1] [4] [1] : memref<6xf32> to memref<4xf32, strided<[1], offset: 1>>
    memref.copy %arg0, %subview : memref<4xf32> to memref<4xf32, strided<[1], offset: 1>>
    return %alloc : memref<6xf32>
  }
}

