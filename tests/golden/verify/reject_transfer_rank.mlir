// RUN: tilec opt %s
// The map has a result for each dimension of the vector.
func.func @f(%a: tensor<8x64xf32>, %u: tensor<*xf32>, %i: index, %p: f32, %v: vector<4x2xf32>) {
  %0 = vector.transfer_read %a[%i, %i], %p {permutation_map = affine_map<(d0) -> (d0)>} : tensor<8x64xf32>, vector<4xf32>
  return
}
