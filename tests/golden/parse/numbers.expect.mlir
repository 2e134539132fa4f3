module {
  func.func @f() -> (f32, f32, f32, f64, i8, i64, f16) {
    %cst = arith.constant 0x7FC00000 : f32
    %cst_0 = arith.constant 1.500000e-03 : f32
    %cst_1 = arith.constant -0.000000e+00 : f32
    %cst_2 = arith.constant 0x7FF0000000000000 : f64
    %c-1_i8 = arith.constant -1 : i8
    %c-9223372036854775808_i64 = arith.constant -9223372036854775808 : i64
    %cst_3 = arith.constant 6.550400e+04 : f16
    return %cst, %cst_0, %cst_1, %cst_2, %c-1_i8, %c-9223372036854775808_i64, %cst_3 : f32, f32, f32, f64, i8, i64, f16
  }
}

