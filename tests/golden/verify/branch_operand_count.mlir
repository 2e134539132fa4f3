// RUN: tilec opt %s
// A branch hands over a value for each argument of its target.
func.func @f(%a: f32) {
  cf.br ^bb1
^bb1(%x: f32):
  return
}
