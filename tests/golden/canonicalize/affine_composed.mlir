// RUN: tilec opt --canonicalize %s
// Maps are composed with constant operands and with each other.
func.func @f(%i: index) -> index {
  %c2 = arith.constant 2 : index
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 4)>(%i, %c2)
  %1 = affine.apply affine_map<(d0) -> (d0 * 2)>(%0)
  return %1 : index
}
