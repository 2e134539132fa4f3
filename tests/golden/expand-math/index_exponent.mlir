// RUN: tilec opt --expand-math %s
// CHECK: func.func @f
// CHECK: arith.index_cast %arg1 : index to i64
// CHECK-NOT: math.fpowi
// CHECK: return
func.func @f(%x: f32, %n: index) -> f32 {
  %0 = math.fpowi %x, %n : f32, index
  return %0 : f32
}
