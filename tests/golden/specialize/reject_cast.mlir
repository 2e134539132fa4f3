// RUN: tilec opt --specialize=arg0=5 %s
// A cast says what an argument must be.
func.func @f(%a: tensor<?xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
