// RUN: tilec opt %s
// The end of the file names the bracket that is open.
func.func @f(%a: f32) -> f32 {
  return %a : f32
