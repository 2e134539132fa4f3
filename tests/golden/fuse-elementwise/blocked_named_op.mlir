// RUN: tilec opt --fuse-elementwise --remarks %s
// A named contraction stays what it is.
func.func @f(%a: tensor<4x4xi32>, %b: tensor<4x4xi32>, %o: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %e = tensor.empty() : tensor<4x4xi32>
  %0 = linalg.add ins(%a, %b : tensor<4x4xi32>, tensor<4x4xi32>) outs(%e : tensor<4x4xi32>) -> tensor<4x4xi32>
  %1 = linalg.matmul ins(%0, %b : tensor<4x4xi32>, tensor<4x4xi32>) outs(%o : tensor<4x4xi32>) -> tensor<4x4xi32>
  return %1 : tensor<4x4xi32>
}
