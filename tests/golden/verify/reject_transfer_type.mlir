// RUN: tilec opt %s
// Elements are those of the tensor, which has a rank.
func.func @f(%a: tensor<8x64xf32>, %u: tensor<*xf32>, %i: index, %p: f32, %v: vector<4x2xf32>) {
  %0 = vector.transfer_read %u[%i], %p : tensor<*xf32>, vector<4xf32>
  return
}
