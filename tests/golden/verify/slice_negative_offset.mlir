// RUN: tilec opt %s
// Offsets are not negative.
func.func @f(%a: tensor<10xf32>) {
  %r = tensor.extract_slice %a[-1] [4] [1] : tensor<10xf32> to tensor<4xf32>
  return
}
