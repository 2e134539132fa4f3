// RUN: tilec opt --print-after=all --canonicalize --pin-numerics %s
// The program after each pass, on standard error.
func.func @f(%x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %0 = arith.addi %x, %z : i32
  return %0 : i32
}
