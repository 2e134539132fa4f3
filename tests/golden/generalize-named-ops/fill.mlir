// RUN: tilec opt --generalize-named-ops %s
// A fill on tensors and on buffers.
func.func @f(%s: f32, %e: tensor<8xf32>, %m: memref<8xf32>) -> tensor<8xf32> {
  %0 = linalg.fill ins(%s : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  linalg.fill ins(%s : f32) outs(%m : memref<8xf32>)
  return %0 : tensor<8xf32>
}
