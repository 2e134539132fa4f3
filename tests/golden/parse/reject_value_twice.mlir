// RUN: tilec opt %s
// A name is defined once in its scope.
func.func @f(%a: f32) -> f32 {
  %0 = arith.negf %a : f32
  %0 = arith.negf %a : f32
  return %0 : f32
}
