// RUN: tilec opt %s
// As many bounds as steps, and a mapping for each loop.
func.func @f(%n: index) {
  scf.forall (%i) = (0, 0) to (%n) step (1) {
  } {mapping = [#gpu.thread<x>, #gpu.thread<y>, #gpu.thread<z>]}
  return
}
