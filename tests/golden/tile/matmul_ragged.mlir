// RUN: tilec opt --tile=sizes=8,16,0,root=linalg.matmul %s
// Tiles at the end are smaller; the reduction loop is whole in each tile.
func.func @f(%a: tensor<20x6xi32>, %b: tensor<6x33xi32>, %c: tensor<20x33xi32>) -> tensor<20x33xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<20x6xi32>, tensor<6x33xi32>) outs(%c : tensor<20x33xi32>) -> tensor<20x33xi32>
  return %0 : tensor<20x33xi32>
}
