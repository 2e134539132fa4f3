// RUN: tilec opt --fuse-elementwise --remarks %s
// The exponentials of a softmax are stored by the loops that sum them up.
func.func @f(%a: tensor<4x8xf32>, %o: tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.exp ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  return %0, %1 : tensor<4x8xf32>, tensor<4xf32>
}
