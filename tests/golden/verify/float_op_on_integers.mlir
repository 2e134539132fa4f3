// RUN: tilec opt %s
// The operands of a float operation are floats.
func.func @f(%a: i32) {
  %r = arith.addf %a, %a : i32
  return
}
