module {
  func.func @f(%arg0: f32) -> f32 {
    %0 = math.sqrt %arg0 : f32
    %cst = arith.constant 1.000000e+00 : f32
    %1 = arith.divf %cst, %0 : f32
    %2 = arith.mulf %arg0, %1 : f32
    %3 = arith.negf %2 : f32
    %4 = math.fma %arg0, %1, %3 : f32
    %5 = arith.negf %2 : f32
    %6 = math.fma %5, %1, %cst : f32
    %7 = arith.negf %4 : f32
    %8 = math.fma %7, %1, %6 : f32
    %cst_0 = arith.constant 5.000000e-01 : f32
    %9 = arith.mulf %1, %cst_0 : f32
    %10 = math.fma %9, %8, %1 : f32
    %11 = arith.cmpf ord, %10, %10 : f32
    %12 = arith.select %11, %10, %1 : f32
    return %12 : f32
  }
}

