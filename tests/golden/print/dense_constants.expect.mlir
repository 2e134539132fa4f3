module {
  func.func @f() {
    %cst = arith.constant dense<1.000000e+00> : tensor<2x2xf32>
    %cst_0 = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
    %cst_1 = arith.constant dense<> : tensor<0x2xf32>
    %cst_2 = arith.constant dense<[true, false]> : tensor<2xi1>
    %cst_3 = arith.constant dense<[-1, 1]> : tensor<2xi8>
    %cst_4 = arith.constant dense<7> : tensor<i64>
    %cst_5 = arith.constant dense<[0x7FC00000, 5.000000e-01]> : tensor<2xf32>
    return
  }
}

