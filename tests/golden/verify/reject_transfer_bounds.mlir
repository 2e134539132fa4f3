// RUN: tilec opt %s
// One word for each dimension of the vector.
func.func @f(%a: tensor<8x64xf32>, %u: tensor<*xf32>, %i: index, %p: f32, %v: vector<4x2xf32>) {
  %0 = vector.transfer_read %a[%i, %i], %p {in_bounds = [true, 1]} : tensor<8x64xf32>, vector<4x2xf32>
  return
}
