// RUN: tilec opt %s
// A map has an operand for each of its inputs.
func.func @f(%n: index) {
  %r = "affine.min"(%n) <{map = affine_map<(d0)[s0] -> (d0, s0)>}> : (index) -> index
  return
}
