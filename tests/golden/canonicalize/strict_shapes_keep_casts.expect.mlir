module {
  func.func @f(%arg0: memref<?xf32>, %arg1: memref<7x7xf32>) {
    %cast = memref.cast %arg1 : memref<7x7xf32> to memref<7x?xf32>
    linalg.broadcast ins(%arg0 : memref<?xf32>) outs(%cast : memref<7x?xf32>) dimensions = [0] 
    return
  }
}

