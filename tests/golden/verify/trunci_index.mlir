// RUN: tilec opt %s
// index has its own cast.
func.func @f(%a: index) {
  %r = arith.trunci %a : index to i8
  return
}
