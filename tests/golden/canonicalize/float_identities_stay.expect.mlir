module {
  func.func @f(%arg0: f32) -> f32 {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = arith.addf %arg0, %cst : f32
    %1 = arith.subf %0, %0 : f32
    %2 = arith.mulf %1, %cst : f32
    return %2 : f32
  }
}

