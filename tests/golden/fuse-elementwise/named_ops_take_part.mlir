// RUN: tilec opt --fuse-elementwise %s
// Maps, broadcasts, transpositions and reductions are fused as they are.
func.func @f(%a: tensor<8x4xf32>, %b: tensor<8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %t = linalg.transpose ins(%a : tensor<8x4xf32>) outs(%e : tensor<4x8xf32>) permutation = [1, 0]
  %r = linalg.broadcast ins(%b : tensor<8xf32>) outs(%e : tensor<4x8xf32>) dimensions = [0]
  %m = linalg.map { arith.mulf } ins(%t, %r : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>)
  %s = linalg.reduce { arith.maximumf } ins(%m : tensor<4x8xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  return %s : tensor<4xf32>
}
