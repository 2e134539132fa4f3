module {
  func.func @f(%arg0: f32, %arg1: memref<4x8xf32>, %arg2: memref<8x4xf32>, %arg3: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c1 = arith.constant 1 : index
    scf.for %arg4 = %c0 to %c8 step %c1 {
      memref.store %arg0, %arg3[%arg4] : memref<8xf32>
    }
    %c0_0 = arith.constant 0 : index
    %c8_1 = arith.constant 8 : index
    %c1_2 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %arg4 = %c0_0 to %c8_1 step %c1_2 {
      scf.for %arg5 = %c0_0 to %c4 step %c1_2 {
        %0 = memref.load %arg1[%arg5, %arg4] : memref<4x8xf32>
        memref.store %0, %arg2[%arg4, %arg5] : memref<8x4xf32>
      }
    }
    return
  }
}

