// RUN: tilec opt %s
// Each result of the map is a dimension, or 0.
func.func @f(%a: tensor<8x64xf32>, %u: tensor<*xf32>, %i: index, %p: f32, %v: vector<4x2xf32>) {
  %0 = vector.transfer_read %a[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d1 + 1)>} : tensor<8x64xf32>, vector<4xf32>
  return
}
