// RUN: tilec opt %s
// An integer fits its type.
func.func @f() {
  %0 = arith.constant 256 : i8
  return
}
