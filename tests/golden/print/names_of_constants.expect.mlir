module {
  func.func @f() {
    %c0 = arith.constant 0 : index
    %cst = arith.constant 1.000000e+00 : f32
    %c0_0 = arith.constant 0 : index
    %cst_1 = arith.constant 2.000000e+00 : f32
    %c5_i64 = arith.constant 5 : i64
    %c-1_i8 = arith.constant -1 : i8
    %true = arith.constant true
    %false = arith.constant false
    %cst_2 = arith.constant dense<0> : tensor<2xi32>
    return
  }
}

