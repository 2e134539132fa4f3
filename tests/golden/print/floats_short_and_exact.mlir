// RUN: tilec opt %s
// Short where that re-parses to the same bits, exact otherwise, hexadecimal where nothing else does.
func.func @f() {
  %0 = arith.constant 1.0 : f32
  %1 = arith.constant 0.1 : f32
  %2 = arith.constant 1.00000012 : f32
  %3 = arith.constant 3.14159265358979 : f64
  %4 = arith.constant 16777216.0 : f32
  %5 = arith.constant 1.17549435E-38 : f32
  %6 = arith.constant 0.1 : f16
  %7 = arith.constant 0xFF800000 : f32
  %8 = arith.constant 0x7FC0 : bf16
  %9 = arith.constant 1.0e-45 : f32
  %10 = arith.constant 1.0e22 : f64
  return
}
