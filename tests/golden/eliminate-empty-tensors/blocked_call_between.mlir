// RUN: tilec opt --eliminate-empty-tensors --remarks %s
// The callee writes the buffer before the result goes there.
func.func @clear(%m: memref<4xf32>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%m : memref<4xf32>)
  return
}
func.func @f(%x: f32, %m: memref<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  call @clear(%m) : (memref<4xf32>) -> ()
  bufferization.materialize_in_destination %0 in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}
