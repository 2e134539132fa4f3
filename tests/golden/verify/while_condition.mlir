// RUN: tilec opt %s
// The first region ends with the condition, the second with a yield.
func.func @f(%c: i1) {
  scf.while : () -> () {
    scf.yield
  } do {
    scf.condition(%c)
  }
  return
}
