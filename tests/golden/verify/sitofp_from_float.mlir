// RUN: tilec opt %s
// sitofp starts from an integer.
func.func @f(%a: f32) {
  %r = arith.sitofp %a : f32 to f64
  return
}
