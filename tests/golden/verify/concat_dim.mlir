// RUN: tilec opt %s
// The joined dimension is one of the tensor.
func.func @f(%a: tensor<4xf32>) {
  %r = tensor.concat dim(1) %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return
}
