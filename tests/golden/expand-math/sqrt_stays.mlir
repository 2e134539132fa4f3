// RUN: tilec opt --expand-math %s
// What the machine has stays.
func.func @f(%x: f32, %v: vector<4xf64>) -> (f32, vector<4xf64>) {
  %0 = math.sqrt %x : f32
  %1 = math.absf %0 : f32
  %2 = math.fma %1, %1, %x : f32
  %3 = math.floor %v : vector<4xf64>
  return %2, %3 : f32, vector<4xf64>
}
