// RUN: tilec opt %s
// Trailing locations are read; they are not printed.
#file = loc("model.py":3:4)
func.func @f(%a: f32 loc("x")) -> f32 {
  %0 = arith.negf %a : f32 loc(#file)
  %1 = arith.negf %0 : f32 loc(fused["a.py":1:2, callsite("f" at "g"("b.py":3:4))])
  %2 = arith.negf %1 : f32 loc(unknown)
  %3 = arith.negf %2 : f32 loc(#late)
  return %3 : f32
}
#late = loc("late.py":5:6)
