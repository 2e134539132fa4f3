// RUN: tilec opt --tile=sizes=4 --canonicalize %s
// A tile may have elements of both operands, or of one.
func.func @f(%x: tensor<5xf32>, %y: tensor<6xf32>) -> tensor<11xf32> {
  %0 = tensor.concat dim(0) %x, %y : (tensor<5xf32>, tensor<6xf32>) -> tensor<11xf32>
  return %0 : tensor<11xf32>
}
