// RUN: tilec opt %s
// There is no such result.
func.func @f(%a: i32) -> i32 {
  %0:2 = arith.mulsi_extended %a, %a : i32
  return %0#2 : i32
}
