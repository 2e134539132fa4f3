// RUN: tilec opt --bufferize %s
// The buffer of a tensor is dense, and that this one is not is part of its type.
func.func @f(%a: tensor<4xf32>) -> memref<4xf32, strided<[2]>> {
  %0 = bufferization.to_buffer %a : tensor<4xf32> to memref<4xf32, strided<[2]>>
  return %0 : memref<4xf32, strided<[2]>>
}
