// RUN: tilec opt %s
// tensor.dim is of tensors.
func.func @f(%m: memref<4xf32>, %i: index) {
  %r = tensor.dim %m, %i : memref<4xf32>
  return
}
