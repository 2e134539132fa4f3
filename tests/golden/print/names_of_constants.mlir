// RUN: tilec opt %s
// Constants are named by their value; one counter resolves all conflicts.
func.func @f() {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1.0 : f32
  %2 = arith.constant 0 : index
  %3 = arith.constant 2.0 : f32
  %4 = arith.constant 5 : i64
  %5 = arith.constant -1 : i8
  %6 = arith.constant true
  %7 = arith.constant false
  %8 = arith.constant dense<0> : tensor<2xi32>
  return
}
