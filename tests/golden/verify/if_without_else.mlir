// RUN: tilec opt %s
// With results there are two regions.
func.func @f(%c: i1, %a: f32) {
  %r = scf.if %c -> (f32) {
    scf.yield %a : f32
  }
  return
}
