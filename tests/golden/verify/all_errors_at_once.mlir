// RUN: tilec opt %s
// The verifier reports everything, in program order.
func.func @f(%a: i32, %b: f32) {
  %0 = arith.addf %a, %a : i32
  %1 = arith.addi %b, %b : f32
  %2 = arith.extf %b : f32 to f16
  return
}
