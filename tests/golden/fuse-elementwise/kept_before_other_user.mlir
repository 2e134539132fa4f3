// RUN: tilec opt --fuse-elementwise --remarks %s
// The fused op stands in front of the other user, and what it needs moves there with it.
func.func @f(%a: tensor<8x8xi32>) -> (tensor<8x8xi32>, tensor<8xi32>) {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8x8xi32>
  %0 = linalg.mul ins(%a, %a : tensor<8x8xi32>, tensor<8x8xi32>) outs(%e : tensor<8x8xi32>) -> tensor<8x8xi32>
  %m = linalg.matmul ins(%0, %a : tensor<8x8xi32>, tensor<8x8xi32>) outs(%a : tensor<8x8xi32>) -> tensor<8x8xi32>
  %s = tensor.empty() : tensor<8xi32>
  %i = linalg.fill ins(%zero : i32) outs(%s : tensor<8xi32>) -> tensor<8xi32>
  %1 = linalg.reduce { arith.maxsi } ins(%0 : tensor<8x8xi32>) outs(%i : tensor<8xi32>) dimensions = [1]
  return %m, %1 : tensor<8x8xi32>, tensor<8xi32>
}
