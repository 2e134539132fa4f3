// RUN: tilec opt %s
// An index for each dimension.
func.func @f(%a: tensor<8x64xf32>, %u: tensor<*xf32>, %i: index, %p: f32, %v: vector<4x2xf32>) {
  %0 = vector.transfer_read %a[%i], %p : tensor<8x64xf32>, vector<4xf32>
  return
}
