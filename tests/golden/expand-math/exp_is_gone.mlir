// RUN: tilec opt --expand-math %s
// CHECK: func.func @f
// CHECK-NOT: math.exp
// CHECK: return
func.func @f(%x: f32, %v: vector<8xf32>) -> (f32, vector<8xf32>) {
  %0 = math.exp %x : f32
  %1 = math.exp %v : vector<8xf32>
  return %0, %1 : f32, vector<8xf32>
}
