// RUN: tilec opt %s
// A vector of the element type.
func.func @f(%a: memref<8xf32>, %i: index) {
  %r = vector.load %a[%i] : memref<8xf32>, vector<4xf64>
  return
}
