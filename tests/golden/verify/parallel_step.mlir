// RUN: tilec opt %s
// The steps of a parallel loop are positive, one a loop.
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  scf.parallel (%i) = (%n) to (%n) step (%c0) {
  }
  scf.parallel (%i) = (%n) to (%n) step (%n, %n) {
  }
  return
}
