// RUN: tilec opt --canonicalize %s
// A value that is handed on as it came, or as it was at the start, is not carried; nor one that nobody looks at.
func.func @f(%a: f32, %b: f32, %n: index) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a, %t = %b, %u = %a, %v = %b) -> (f32, f32, f32, f32) {
    %x = arith.addf %s, %t : f32
    %y = arith.mulf %x, %u : f32
    scf.yield %x, %t, %a, %y : f32, f32, f32, f32
  }
  return %r#0, %r#1, %r#2 : f32, f32, f32
}
