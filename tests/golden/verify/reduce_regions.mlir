// RUN: tilec opt %s
// A region that makes one value of two of them.
func.func @f(%n: index, %a: f32, %b: f64) {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%a) -> f32 {
    scf.reduce(%a : f32) {
    ^bb0(%x: f32, %y: f64):
      scf.reduce.return %y : f64
    }
  }
  return
}
