// RUN: tilec opt %s
// Both regions yield the results.
func.func @f(%c: i1, %a: f32, %b: f64) {
  %r = scf.if %c -> (f32) {
    scf.yield %b : f64
  } else {
    scf.yield
  }
  return
}
