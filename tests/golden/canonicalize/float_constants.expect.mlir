module {
  func.func @f() -> (f32, f32) {
    %cst = arith.constant 3.000000e-01 : f32
    %cst_0 = arith.constant 0x7F800000 : f32
    return %cst, %cst_0 : f32, f32
  }
}

