// RUN: tilec opt --canonicalize %s
// A loop without trips is what it carries; a loop of one trip is its body.
func.func @f(%x: index, %n: index) -> (index, index, index) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c4 to %c1 step %c1 iter_args(%s = %x) -> (index) {
    %y = arith.addi %s, %i : index
    scf.yield %y : index
  }
  %1 = scf.for %i = %c1 to %c4 step %c4 iter_args(%s = %x) -> (index) {
    %y = arith.muli %s, %n : index
    %z = arith.addi %y, %i : index
    scf.yield %z : index
  }
  %m = affine.apply affine_map<(d0) -> (d0 + 4)>(%n)
  %2 = scf.for %i = %n to %m step %c4 iter_args(%s = %x) -> (index) {
    %y = arith.muli %s, %i : index
    scf.yield %y : index
  }
  return %0, %1, %2 : index, index, index
}
