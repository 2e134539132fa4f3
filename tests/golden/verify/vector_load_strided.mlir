// RUN: tilec opt %s
// Vectors are of neighbouring elements.
func.func @f(%a: memref<8xf32, strided<[2]>>, %i: index) {
  %r = vector.load %a[%i] : memref<8xf32, strided<[2]>>, vector<4xf32>
  return
}
