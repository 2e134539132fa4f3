// RUN: tilec opt %s
// The overflow is i1.
func.func @f(%a: i32) {
  %s, %o = arith.addui_extended %a, %a : i32, i32
  return
}
