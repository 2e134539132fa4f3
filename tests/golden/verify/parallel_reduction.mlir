// RUN: tilec opt %s
// The initial values, the reduced values and the results are of the same types.
func.func @f(%n: index, %a: f32, %b: f64) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%a) -> f32 {
    scf.reduce(%b : f64) {
    ^bb0(%x: f64, %y: f64):
      scf.reduce.return %x : f64
    }
  }
  return
}
