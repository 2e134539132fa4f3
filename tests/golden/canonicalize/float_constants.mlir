// RUN: tilec opt --canonicalize %s
// Float arithmetic on constants, rounded in its own type.
func.func @f() -> (f32, f32) {
  %a = arith.constant 0.1 : f32
  %b = arith.constant 0.2 : f32
  %0 = arith.addf %a, %b : f32
  %z = arith.constant 0.0 : f32
  %1 = arith.divf %a, %z : f32
  return %0, %1 : f32, f32
}
