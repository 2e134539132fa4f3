// RUN: tilec opt %s
// Decimal, hexadecimal and scientific numbers; an integer as a float is its bits.
func.func @f() -> (f32, f32, f32, f64, i8, i64, f16) {
  %0 = arith.constant 0x7FC00000 : f32
  %1 = arith.constant 1.5e-3 : f32
  %2 = arith.constant -0.0 : f32
  %3 = arith.constant 0x7FF0000000000000 : f64
  %4 = arith.constant 255 : i8
  %5 = arith.constant -9223372036854775808 : i64
  %6 = arith.constant 65504.0 : f16
  return %0, %1, %2, %3, %4, %5, %6 : f32, f32, f32, f64, i8, i64, f16
}
