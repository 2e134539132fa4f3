// RUN: tilec opt %s
// A constant number is signless.
func.func @f() {
  %c = arith.constant 1 : si32
  return
}
