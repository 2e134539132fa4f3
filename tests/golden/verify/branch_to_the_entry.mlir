// RUN: tilec opt %s
// The first block of a region cannot be branched to.
func.func @f() {
^bb0:
  "cf.br"()[^bb0] : () -> ()
^bb1:
  return
}
