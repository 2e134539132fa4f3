// RUN: tilec opt %s
// extsi widens.
func.func @f(%a: i32) {
  %r = arith.extsi %a : i32 to i8
  return
}
