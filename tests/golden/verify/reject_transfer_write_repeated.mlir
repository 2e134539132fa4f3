// RUN: tilec opt %s
// Several lanes cannot write one element.
func.func @f(%a: tensor<8x64xf32>, %u: tensor<*xf32>, %i: index, %p: f32, %v: vector<4x2xf32>) {
  %0 = vector.transfer_write %v, %a[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d1, 0)>} : vector<4x2xf32>, tensor<8x64xf32>
  return
}
