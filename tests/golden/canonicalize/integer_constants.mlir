// RUN: tilec opt --canonicalize %s
// Integer arithmetic on constants, wrapping in its own width.
func.func @f() -> (i8, i8, i8) {
  %a = arith.constant 127 : i8
  %b = arith.constant 2 : i8
  %0 = arith.addi %a, %b : i8
  %1 = arith.muli %0, %b : i8
  %c = arith.constant 9 : i8
  %2 = arith.shli %b, %c : i8
  return %0, %1, %2 : i8, i8, i8
}
