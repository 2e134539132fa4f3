module {
  func.func @f(%arg0: memref<4x8xindex>) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %arg1 = %c0 to %c4 step %c1 {
      scf.for %arg2 = %c0 to %c8 step %c1 {
        %0 = arith.addi %arg1, %arg2 : index
        memref.store %0, %arg0[%arg1, %arg2] : memref<4x8xindex>
      }
    }
    return
  }
}

