// RUN: tilec opt %s
// dealloc_tensor is of tensors.
func.func @f(%m: memref<4xf32>) {
  bufferization.dealloc_tensor %m : memref<4xf32>
  return
}
