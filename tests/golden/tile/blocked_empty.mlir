// RUN: tilec opt --tile=sizes=2 --remarks %s
// There is no slice of nothing, which the loop that stays whole goes over.
func.func @f(%x: tensor<4x0xf32>, %o: tensor<4x0xf32>) -> tensor<4x0xf32> {
  %0 = linalg.exp ins(%x : tensor<4x0xf32>) outs(%o : tensor<4x0xf32>) -> tensor<4x0xf32>
  return %0 : tensor<4x0xf32>
}
