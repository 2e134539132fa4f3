module {
  func.func @f(%arg0: memref<8xf32>, %arg1: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 2.000000e+00 : f32
    scf.for %arg2 = %c0 to %arg1 step %c1 {
      memref.store %cst, %arg0[%arg2] : memref<8xf32>
    }
    scf.for %arg2 = %c0 to %arg1 step %c1 {
      memref.store %cst, %arg0[%arg2] : memref<8xf32>
    }
    return
  }
}

