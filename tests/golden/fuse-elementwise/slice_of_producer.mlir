// RUN: tilec opt --fuse-elementwise --remarks %s
// What is read through a slice is computed where it is read.
func.func @f(%a: tensor<16x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<16x8xf32>
  %0 = linalg.exp ins(%a : tensor<16x8xf32>) outs(%e : tensor<16x8xf32>) -> tensor<16x8xf32>
  %1 = tensor.extract_slice %0[3, 0] [4, 8] [2, 1] : tensor<16x8xf32> to tensor<4x8xf32>
  %2 = linalg.abs ins(%1 : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}
