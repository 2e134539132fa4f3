// RUN: tilec opt --fuse-horizontal --remarks %s
// The ninth result starts another group.
func.func @f(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.sqrt ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %1 = linalg.round ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.abs ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %3 = linalg.ceil ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %4 = linalg.floor ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %5 = linalg.negf ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %6 = linalg.reciprocal ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %7 = linalg.square ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %8 = linalg.rsqrt ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %a1 = arith.addf %1, %0 : tensor<8xf32>
  %a2 = arith.addf %2, %a1 : tensor<8xf32>
  %a3 = arith.addf %3, %a2 : tensor<8xf32>
  %a4 = arith.addf %4, %a3 : tensor<8xf32>
  %a5 = arith.addf %5, %a4 : tensor<8xf32>
  %a6 = arith.addf %6, %a5 : tensor<8xf32>
  %a7 = arith.addf %7, %a6 : tensor<8xf32>
  return %a7, %8 : tensor<8xf32>, tensor<8xf32>
}
