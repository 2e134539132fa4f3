// RUN: tilec opt %s
// Several results under one name or several.
func.func @f(%a: i32) -> (i32, i32, i32, i32) {
  %0:2 = arith.mulsi_extended %a, %a : i32
  %low, %high = arith.mului_extended %0#0, %0#1 : i32
  return %0#0, %0#1, %low, %high : i32, i32, i32, i32
}
