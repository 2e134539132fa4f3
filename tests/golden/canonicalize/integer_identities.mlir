// RUN: tilec opt --canonicalize %s
// x + 0, x * 1, x * 0, x | 0.
func.func @f(%x: i32) -> (i32, i32, i32) {
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %0 = arith.addi %x, %z : i32
  %1 = arith.muli %0, %o : i32
  %2 = arith.muli %x, %z : i32
  %3 = arith.ori %1, %z : i32
  return %1, %2, %3 : i32, i32, i32
}
