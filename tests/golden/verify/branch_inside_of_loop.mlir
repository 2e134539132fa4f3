// RUN: tilec opt %s
// A loop is not left by a branch.
func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
    cf.br ^bb1
  ^bb1:
    scf.yield
  }
  return
}
