module {
  func.func @f(%arg0: index, %arg1: memref<?xf32>) -> (f32, index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 0.000000e+00 : f32
    %0:2 = scf.for %arg2 = %c0 to %arg0 step %c1 iter_args(%arg3 = %cst, %arg4 = %c0) -> (f32, index) {
      %1 = memref.load %arg1[%arg2] : memref<?xf32>
      %2 = arith.addf %arg3, %1 : f32
      scf.yield %2, %arg2 : f32, index
    }
    scf.for %arg2 = %c0 to %arg0 step %c1 {
      memref.store %0#0, %arg1[%arg2] : memref<?xf32>
    }
    return %0#0, %0#1 : f32, index
  }
}

