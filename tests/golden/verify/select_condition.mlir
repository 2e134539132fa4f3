// RUN: tilec opt %s
// The condition is i1.
func.func @f(%c: i8, %a: f32) {
  %r = arith.select %c, %a, %a : i8, f32
  return
}
