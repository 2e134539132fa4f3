// RUN: tilec opt --bufferize --remarks %s
// One argument is two results.
func.func @f(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  return %a, %a : tensor<8xf32>, tensor<8xf32>
}
