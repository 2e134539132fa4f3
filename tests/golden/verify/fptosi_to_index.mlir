// RUN: tilec opt %s
// fptosi ends in an integer.
func.func @f(%a: f32) {
  %r = arith.fptosi %a : f32 to index
  return
}
