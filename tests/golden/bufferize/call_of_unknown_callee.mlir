// RUN: tilec opt --bufferize --remarks %s
// A function without a body may write its argument and hand it out: what is still needed is copied first.
func.func private @ext(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r = call @ext(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %r, %a : tensor<4xf32>, tensor<4xf32>
}
