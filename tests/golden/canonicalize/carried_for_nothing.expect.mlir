module {
  func.func @f(%arg0: f32, %arg1: f32, %arg2: index) -> (f32, f32, f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0) -> (f32) {
      %1 = arith.addf %arg4, %arg1 : f32
      scf.yield %1 : f32
    }
    return %0, %arg1, %arg0 : f32, f32, f32
  }
}

