// RUN: tilec opt --bufferize --remarks %s
// Two results start from one constant.
func.func @f(%p: tensor<1xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %c = arith.constant dense<10.0> : tensor<2xf32>
  %0 = tensor.insert_slice %p into %c[0] [1] [1] : tensor<1xf32> into tensor<2xf32>
  %1 = tensor.insert_slice %p into %c[1] [1] [1] : tensor<1xf32> into tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
