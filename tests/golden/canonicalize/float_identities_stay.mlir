// RUN: tilec opt --canonicalize %s
// x + 0.0 is not x for -0.0; x - x is not 0.0 for infinity; x * 1.0 is x only if NaN is no matter.
func.func @f(%x: f32) -> f32 {
  %z = arith.constant 0.0 : f32
  %0 = arith.addf %x, %z : f32
  %1 = arith.subf %0, %0 : f32
  %2 = arith.mulf %1, %z : f32
  return %2 : f32
}
