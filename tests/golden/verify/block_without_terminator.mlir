// RUN: tilec opt %s
// A block ends with a terminator, not with just any operation.
func.func @f(%a: f32) {
  cf.br ^bb1
^bb1:
  %r = arith.negf %a : f32
}
