// RUN: tilec opt %s
// The dialects have no such attribute.
func.func @f(%a: f32) attributes {bufferization.fast} {
  %r = arith.negf %a {linalg.note = 1 : i32} : f32
  return
}
