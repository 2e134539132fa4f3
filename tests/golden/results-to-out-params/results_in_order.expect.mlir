module {
  func.func @f(%arg0: memref<8xf32> {tilec.name = "a"}, %arg1: f32, %arg2: memref<8xf32>, %arg3: memref<2xi32>) -> f32 {
    %alloc = memref.alloc() : memref<2xi32>
    %c7_i32 = arith.constant 7 : i32
    linalg.fill ins(%c7_i32 : i32) outs(%alloc : memref<2xi32>)
    memref.copy %arg0, %arg2 : memref<8xf32> to memref<8xf32>
    memref.copy %alloc, %arg3 : memref<2xi32> to memref<2xi32>
    return %arg1 : f32
  }
}

