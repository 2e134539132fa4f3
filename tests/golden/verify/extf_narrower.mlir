// RUN: tilec opt %s
// extf widens.
func.func @f(%a: f32) {
  %r = arith.extf %a : f32 to f16
  return
}
