// RUN: tilec opt %s
// The quoted form is not read.
func.func @f(%a: f32) -> f32 {
  %0 = "arith.negf"(%a) : (f32) -> f32
  return %0 : f32
}
