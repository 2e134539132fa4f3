// RUN: tilec opt %s
// The step is positive.
func.func @f() {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %c0 step %c0 {
  }
  return
}
