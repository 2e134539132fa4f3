module {
  func.func @f(%arg0: index, %arg1: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %arg2 = %c0 to %arg0 step %c1 {
      %c1_0 = arith.constant 1 : index
      %1 = memref.load %arg1[%arg2] : memref<?xf32>
      %2 = arith.negf %1 : f32
      memref.store %2, %arg1[%c1_0] : memref<?xf32>
    }
    scf.for %arg2 = %c0 to %arg0 step %c1 {
      %c1_0 = arith.constant 1 : index
      %1 = memref.load %arg1[%arg2] : memref<?xf32>
      memref.store %1, %arg1[%c1_0] : memref<?xf32>
    }
    %0 = memref.load %arg1[%c0] : memref<?xf32>
    memref.store %0, %arg1[%c1] : memref<?xf32>
    return
  }
}

