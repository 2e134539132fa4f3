module {
  func.func @f() {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e-01 : f32
    %cst_1 = arith.constant 1.00000012 : f32
    %cst_2 = arith.constant 3.14159265358979 : f64
    %cst_3 = arith.constant 0x4B800000 : f32
    %cst_4 = arith.constant 1.17549435E-38 : f32
    %cst_5 = arith.constant 9.997550e-02 : f16
    %cst_6 = arith.constant 0xFF800000 : f32
    %cst_7 = arith.constant 0x7FC0 : bf16
    %cst_8 = arith.constant 1.401300e-45 : f32
    %cst_9 = arith.constant 1.000000e+22 : f64
    return
  }
}

