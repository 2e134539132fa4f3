module {
  func.func @f(%arg0: memref<8xf32>, %arg1: f32) -> (memref<4xf32>, memref<8xf32>) {
    %subview = memref.subview %arg0[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
    linalg.fill ins(%arg1 : f32) outs(%alloc : memref<4xf32>)
    return %alloc, %arg0 : memref<4xf32>, memref<8xf32>
  }
}

