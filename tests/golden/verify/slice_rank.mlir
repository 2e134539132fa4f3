// RUN: tilec opt %s
// One offset, size and stride a dimension.
func.func @f(%a: tensor<10x10xf32>) {
  %r = tensor.extract_slice %a[0] [4] [1] : tensor<10x10xf32> to tensor<4xf32>
  return
}
