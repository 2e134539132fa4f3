// RUN: tilec opt %s
// A branch hands over values of the types of the arguments.
func.func @f(%c: i1, %a: f64) {
  cf.cond_br %c, ^bb1(%a : f64), ^bb2(%a : f64)
^bb1(%x: f32):
  return
^bb2(%y: f64):
  return
}
