// RUN: tilec opt --tile=sizes=4 %s
// Rows are independent.
func.func @f(%x: tensor<8x9xf32>, %o: tensor<8x9xf32>) -> tensor<8x9xf32> {
  %0 = linalg.softmax dimension(1) ins(%x : tensor<8x9xf32>) outs(%o : tensor<8x9xf32>) -> tensor<8x9xf32>
  return %0 : tensor<8x9xf32>
}
