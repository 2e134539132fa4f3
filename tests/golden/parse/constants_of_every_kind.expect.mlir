module {
  func.func @constants() {
    %cst = arith.constant dense<[true, false, true, false]> : tensor<4xi1>
    %cst_0 = arith.constant dense<true> : tensor<5xi1>
    %cst_1 = arith.constant sparse<[[0, 1], [1, 0]], [2.000000e+00, -0.000000e+00]> : tensor<2x3xf32>
    %cst_2 = arith.constant sparse<[[0], [3]], 7> : tensor<5xi16>
    %cst_3 = arith.constant sparse<> : tensor<2xi8>
    %cst_4 = arith.constant dense_resource<__elided__> : tensor<1024xf32>
    %cst_5 = arith.constant dense<[1.015630e-01, -4.480000e+02, 1.562500e-02]> : tensor<3xf8E4M3FN>
    %cst_6 = arith.constant 6.000000e+00 : f4E2M1FN
    %cst_7 = arith.constant 0x7F : f8E4M3FN
    %cst_8 = arith.constant 4.000000e+00 : f8E8M0FNU
    %0 = arith.scaling_extf %cst_6, %cst_8 : f4E2M1FN, f8E8M0FNU to f32
    return
  }
}

