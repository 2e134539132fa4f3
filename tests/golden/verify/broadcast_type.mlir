// RUN: tilec opt %s
// A broadcast keeps the element type.
func.func @f(%a: f32) {
  %r = vector.broadcast %a : f32 to vector<4xf64>
  return
}
