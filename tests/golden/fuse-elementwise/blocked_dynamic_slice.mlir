// RUN: tilec opt --fuse-elementwise --remarks %s
// Where the slice begins is not known, so its index is no function of the loops.
func.func @f(%a: tensor<16xf32>, %i: index, %o: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %0 = linalg.exp ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %1 = tensor.extract_slice %0[%i] [4] [1] : tensor<16xf32> to tensor<4xf32>
  %2 = linalg.abs ins(%1 : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
