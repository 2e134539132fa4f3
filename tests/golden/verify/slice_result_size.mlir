// RUN: tilec opt %s
// The result has the sizes.
func.func @f(%a: tensor<10xf32>) {
  %r = tensor.extract_slice %a[0] [4] [1] : tensor<10xf32> to tensor<5xf32>
  return
}
