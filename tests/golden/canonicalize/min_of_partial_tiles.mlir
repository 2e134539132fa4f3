// RUN: tilec opt --canonicalize %s
// The last tile may be a partial one; it is not empty, and no larger than what is left.
func.func @f(%x: index, %n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %r:2 = scf.for %i = %c0 to %n step %c32 iter_args(%s = %x, %t = %x) -> (index, index) {
    %m = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 32, 48)>(%i)[%n]
    %k = affine.max affine_map<(d0) -> (0, d0)>(%m)
    %l = affine.min affine_map<(d0, d1) -> (d0, d1, 16)>(%k, %m)
    %y = arith.muli %k, %s : index
    %z = arith.muli %l, %t : index
    scf.yield %y, %z : index, index
  }
  return %r#0, %r#1 : index, index
}
