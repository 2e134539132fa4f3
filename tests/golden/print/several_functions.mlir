// RUN: tilec opt %s
// Numbers and names start anew in each function.
func.func @f(%x: f32) -> f32 {
  %c = arith.constant 1.0 : f32
  %0 = arith.addf %x, %c : f32
  return %0 : f32
}
func.func private @g(f32, tensor<4xf32> {tilec.a = 1 : i64}) -> (f32, f32)
func.func public @h(%x: f32) -> f32 {
  %c = arith.constant 1.0 : f32
  %0 = arith.addf %x, %c : f32
  return %0 : f32
}
