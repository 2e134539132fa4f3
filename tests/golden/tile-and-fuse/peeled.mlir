// RUN: tilec opt --tile-and-fuse=root=linalg.matmul,sizes=8,peel=all --canonicalize %s
// Producer and consumer are in the loop of whole tiles, and with the last one.
func.func @f(%a: tensor<20x6xf32>, %b: tensor<6x3xf32>, %o: tensor<20x3xf32>) -> tensor<20x3xf32> {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<20x3xf32>
  %z = linalg.fill ins(%c0 : f32) outs(%e : tensor<20x3xf32>) -> tensor<20x3xf32>
  %p = linalg.matmul ins(%a, %b : tensor<20x6xf32>, tensor<6x3xf32>) outs(%z : tensor<20x3xf32>) -> tensor<20x3xf32>
  %r = linalg.exp ins(%p : tensor<20x3xf32>) outs(%o : tensor<20x3xf32>) -> tensor<20x3xf32>
  return %r : tensor<20x3xf32>
}
