// RUN: tilec opt %s
// As many values as the type has results.
func.func @f(%a: f32) -> f32 {
  return
}
