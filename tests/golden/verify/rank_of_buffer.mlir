// RUN: tilec opt %s
// tensor.rank is of tensors.
func.func @f(%m: memref<4xf32>) {
  %r = tensor.rank %m : memref<4xf32>
  return
}
