// RUN: tilec opt %s
// A dimension of extent 0 has no place to start at.
func.func @f(%a: tensor<0x4xf32>) {
  %r = tensor.extract_slice %a[0, 0] [0, 4] [1, 1] : tensor<0x4xf32> to tensor<0x4xf32>
  return
}
