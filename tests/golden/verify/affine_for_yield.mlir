// RUN: tilec opt %s
// What an affine loop carries keeps its type.
func.func @f(%a: f32, %b: f64) {
  %r = affine.for %i = 0 to 4 iter_args(%x = %a) -> (f32) {
    affine.yield %b : f64
  }
  return
}
