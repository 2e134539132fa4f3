// RUN: tilec opt --tile=sizes=0,0,2,root=linalg.matmul %s
// The result is carried from tile to tile; the order of the sum stays. The size divides the extent, so all tiles are of one size.
func.func @f(%a: tensor<4x6xf32>, %b: tensor<6x5xf32>, %c: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x6xf32>, tensor<6x5xf32>) outs(%c : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
