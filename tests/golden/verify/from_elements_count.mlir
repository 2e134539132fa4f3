// RUN: tilec opt %s
// As many elements as lanes.
func.func @f(%a: f32) {
  %r = vector.from_elements %a, %a : vector<4xf32>
  return
}
