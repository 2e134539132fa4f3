// RUN: tilec opt %s
// Each block ends somewhere.
func.func @f(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
^bb2:
  return
}
