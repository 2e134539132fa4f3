// RUN: tilec opt %s
// A value reaches only what its block leads to on every path.
func.func @f(%c: i1, %a: f32) -> f32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %x = arith.negf %a : f32
  cf.br ^bb2
^bb2:
  return %x : f32
}
