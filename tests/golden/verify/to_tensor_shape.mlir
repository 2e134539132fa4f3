// RUN: tilec opt %s
// The tensor has the shape of the buffer.
func.func @f(%m: memref<4xf32>) {
  %r = bufferization.to_tensor %m : memref<4xf32> to tensor<5xf32>
  return
}
