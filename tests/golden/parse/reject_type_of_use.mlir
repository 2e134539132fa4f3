// RUN: tilec opt %s
// A use says the type of its value.
func.func @f(%a: f32) -> f64 {
  return %a : f64
}
