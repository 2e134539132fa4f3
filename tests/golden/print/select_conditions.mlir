// RUN: tilec opt %s
// A condition that is not i1 is printed with its type.
func.func @f(%c: i1, %v: vector<4xi1>, %a: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, i1) {
  %0 = arith.select %c, %a, %a : vector<4xf32>
  %1 = arith.select %v, %a, %a : vector<4xi1>, vector<4xf32>
  %2 = arith.select %c, %c, %c : i1
  return %0, %1, %2 : vector<4xf32>, vector<4xf32>, i1
}
