// RUN: tilec opt %s
// Fast-math, overflow and exact flags, in any order.
func.func @f(%a: f32, %i: i32) -> (f32, f32, i32, i32, f16) {
  %0 = arith.addf %a, %a fastmath<nnan,contract> : f32
  %1 = math.exp %0 fastmath<fast> : f32
  %2 = arith.addi %i, %i overflow<nuw, nsw> : i32
  %3 = arith.divsi %2, %i exact : i32
  %4 = arith.truncf %1 to_nearest_even : f32 to f16
  return %0, %1, %2, %3, %4 : f32, f32, i32, i32, f16
}
