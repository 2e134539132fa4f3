module {
  func.func @f(%arg0: i1, %arg1: memref<4xf32>, %arg2: memref<4xf32>, %arg3: i32, %arg4: memref<4xf32>) -> i32 {
    cf.cond_br %arg0, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    memref.copy %arg1, %arg4 : memref<4xf32> to memref<4xf32>
    return %arg3 : i32
  ^bb2:  // pred: ^bb0
    memref.copy %arg2, %arg4 : memref<4xf32> to memref<4xf32>
    return %arg3 : i32
  }
}

