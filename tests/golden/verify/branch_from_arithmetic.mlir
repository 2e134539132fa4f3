// RUN: tilec opt %s
// Only branches have successors.
func.func @f(%a: f32) {
  %r = "arith.negf"(%a)[^bb1] : (f32) -> f32
  cf.br ^bb1
^bb1:
  return
}
