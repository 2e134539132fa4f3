// RUN: tilec opt --fuse-elementwise --remarks %s
// An op without iterations gives its init.
func.func @f(%a: tensor<4x0xf32>, %o: tensor<4xf32>, %b: memref<0xf32>) -> tensor<4xf32> {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x0xf32>) outs(%o : tensor<4xf32>) dimensions = [1]
  linalg.exp ins(%b : memref<0xf32>) outs(%b : memref<0xf32>)
  return %0 : tensor<4xf32>
}
