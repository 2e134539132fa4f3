// RUN: tilec opt --canonicalize %s
// A run-time error is not added, and a used one is not removed.
func.func @f() -> i32 {
  %a = arith.constant 1 : i32
  %z = arith.constant 0 : i32
  %0 = arith.divsi %a, %z : i32
  return %0 : i32
}
