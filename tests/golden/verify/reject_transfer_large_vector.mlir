// RUN: tilec opt %s
// A vector of more dimensions needs a map.
func.func @f(%a: tensor<8x64xf32>, %u: tensor<*xf32>, %i: index, %p: f32, %v: vector<4x2xf32>) {
  %0 = vector.transfer_read %a[%i, %i], %p : tensor<8x64xf32>, vector<4x2x2xf32>
  return
}
