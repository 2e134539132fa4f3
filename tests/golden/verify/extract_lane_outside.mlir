// RUN: tilec opt %s
// The lane is inside the vector.
func.func @f(%a: vector<4xf32>) {
  %r = vector.extract %a[4] : f32 from vector<4xf32>
  return
}
