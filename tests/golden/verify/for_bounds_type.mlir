// RUN: tilec opt %s
// Bounds are integers.
func.func @f(%a: f32) {
  scf.for %i = %a to %a step %a : f32 {
  }
  return
}
