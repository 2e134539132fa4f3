// RUN: tilec opt --canonicalize %s
// Every tile is full where the extent is a multiple of the step.
func.func @f(%x: index) -> index {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c32 = arith.constant 32 : index
  %r = scf.for %i = %c0 to %c64 step %c32 iter_args(%s = %x) -> (index) {
    %m = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 32)>(%i)[%c64]
    %y = arith.muli %m, %s : index
    scf.yield %y : index
  }
  return %r : index
}
