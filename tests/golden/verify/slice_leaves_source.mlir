// RUN: tilec opt %s
// A static slice stays inside.
func.func @f(%a: tensor<10xf32>) {
  %r = tensor.extract_slice %a[4] [4] [2] : tensor<10xf32> to tensor<4xf32>
  return
}
