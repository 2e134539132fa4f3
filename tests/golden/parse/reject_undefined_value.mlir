// RUN: tilec opt %s
// Values are defined before they are used.
func.func @f(%a: f32) -> f32 {
  %0 = arith.addf %a, %b : f32
  return %0 : f32
}
