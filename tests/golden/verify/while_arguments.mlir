// RUN: tilec opt %s
// What the first region passes on is what the second gets and the loop gives.
func.func @f(%c: i1, %a: f32) {
  %r = scf.while (%x = %a) : (f32) -> f64 {
    scf.condition(%c) %x : f32
  } do {
  ^bb0(%y: f64):
    scf.yield %y : f64
  }
  return
}
