// RUN: tilec opt %s
// Each value of the type of its result.
func.func @f(%a: f32) -> f64 {
  return %a : f32
}
