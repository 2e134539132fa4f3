// RUN: tilec opt --decompose-tensor-ops %s
// An op that has a destination of its own stays as it is.
func.func @f(%o: tensor<2x4xf32>, %v: f32, %i: index) -> tensor<2x4xf32> {
  %0 = tensor.insert %v into %o[%i, %i] : tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
