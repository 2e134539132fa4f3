// RUN: tilec opt --bufferize %s
// Without restrict, others may have the buffer.
func.func @f(%m: memref<8xf32>) -> tensor<8xf32> {
  %0 = bufferization.to_tensor %m : memref<8xf32> to tensor<8xf32>
  return %0 : tensor<8xf32>
}
