// RUN: tilec opt %s
// A loop yields what it carries.
func.func @f(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (f32) {
    scf.yield %i : index
  }
  return
}
