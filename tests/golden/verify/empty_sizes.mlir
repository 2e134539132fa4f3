// RUN: tilec opt %s
// One size for each ?.
func.func @f(%n: index) {
  %r = tensor.empty(%n) : tensor<4xf32>
  return
}
