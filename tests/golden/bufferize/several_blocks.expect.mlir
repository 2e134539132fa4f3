module {
  func.func @f(%arg0: i1, %arg1: memref<4xf32>, %arg2: memref<4xf32>) -> memref<4xf32> {
    cf.cond_br %arg0, ^bb1(%arg1 : memref<4xf32>), ^bb1(%arg2 : memref<4xf32>)
  ^bb1(%0: memref<4xf32>):  // 2 preds: ^bb0, ^bb0
    return %0 : memref<4xf32>
  }
}

