// RUN: tilec opt %s
// As many elements as the tensor has.
func.func @f(%a: f32) {
  %r = tensor.from_elements %a, %a, %a : tensor<2x2xf32>
  return
}
