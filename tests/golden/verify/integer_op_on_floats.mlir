// RUN: tilec opt %s
// The operands of an integer operation are integers.
func.func @f(%a: f32) {
  %r = arith.addi %a, %a : f32
  return
}
