// RUN: tilec opt --decompose-tensor-ops --canonicalize %s
// One insertion an element, in row-major order.
func.func @f(%a: f32, %b: f32, %c: f32, %d: f32) -> tensor<2x2xf32> {
  %0 = tensor.from_elements %a, %b, %c, %d : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
