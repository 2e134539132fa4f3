// RUN: tilec opt %s
// The power of fpowi is an integer.
func.func @f(%a: f32) {
  %r = math.fpowi %a, %a : f32, f32
  return
}
