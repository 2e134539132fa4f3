// RUN: tilec opt %s
// A cast forgets or learns extents, it does not change them.
func.func @f(%a: tensor<4xf32>) {
  %r = tensor.cast %a : tensor<4xf32> to tensor<5xf32>
  return
}
