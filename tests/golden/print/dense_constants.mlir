// RUN: tilec opt %s
// Splat, nested lists, empty, and i1 as words.
func.func @f() {
  %0 = arith.constant dense<[[1.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf32>
  %1 = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %2 = arith.constant dense<> : tensor<0x2xf32>
  %3 = arith.constant dense<[true, false]> : tensor<2xi1>
  %4 = arith.constant dense<[255, 1]> : tensor<2xi8>
  %5 = arith.constant dense<7> : tensor<i64>
  %6 = arith.constant dense<[0x7FC00000, 0.5]> : tensor<2xf32>
  return
}
