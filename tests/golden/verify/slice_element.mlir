// RUN: tilec opt %s
// A slice keeps the element type.
func.func @f(%a: tensor<10xf32>) {
  %r = tensor.extract_slice %a[0] [4] [1] : tensor<10xf32> to tensor<4xf64>
  return
}
