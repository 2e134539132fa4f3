module {
  func.func @f(%arg0: memref<40xf32>, %arg1: f32, %arg2: memref<40xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %c40 = arith.constant 40 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c16 = arith.constant 16 : index
    %cst_0 = arith.constant dense<0.000000e+00> : vector<16xf32>
    %0 = vector.broadcast %arg1 : f32 to vector<16xf32>
    scf.for %arg3 = %c0 to %c32 step %c16 {
      %1 = vector.load %arg0[%arg3] : memref<40xf32>, vector<16xf32>
      %2 = arith.mulf %1, %0 : vector<16xf32>
      %3 = arith.maximumf %2, %cst_0 : vector<16xf32>
      vector.store %3, %arg2[%arg3] : memref<40xf32>, vector<16xf32>
    }
    scf.for %arg3 = %c32 to %c40 step %c1 {
      %1 = memref.load %arg0[%arg3] : memref<40xf32>
      %2 = arith.mulf %1, %arg1 : f32
      %3 = arith.maximumf %2, %cst : f32
      memref.store %3, %arg2[%arg3] : memref<40xf32>
    }
    return
  }
}

