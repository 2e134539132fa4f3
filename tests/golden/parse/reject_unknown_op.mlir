// RUN: tilec opt %s
// An operation that is not in the language is refused by name.
func.func @f(%a: f32) {
  %0 = arith.frobnicate %a : f32
  return
}
