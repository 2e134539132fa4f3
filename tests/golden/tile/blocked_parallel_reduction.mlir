// RUN: tilec opt --tile=sizes=0,0,2,loops=forall --remarks %s
// Parallel tiles would add to the same elements.
func.func @f(%a: tensor<4x6xi32>, %b: tensor<6x5xi32>, %c: tensor<4x5xi32>) -> tensor<4x5xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<4x6xi32>, tensor<6x5xi32>) outs(%c : tensor<4x5xi32>) -> tensor<4x5xi32>
  return %0 : tensor<4x5xi32>
}
