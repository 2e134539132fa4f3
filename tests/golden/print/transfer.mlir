// RUN: tilec opt %s
// What goes without saying of a transfer is not printed: that nothing is inside, and the map to the last dimensions.
func.func @f(%a: tensor<8x64xf32>, %m: memref<4x?xf32>, %i: index, %v: vector<4x16xf32>, %p: f32) -> (vector<4xf32>, tensor<8x64xf32>, vector<f32>) {
  %0 = vector.transfer_read %a[%i, %i], %p {permutation_map = affine_map<(d0, d1) -> (d1)>} : tensor<8x64xf32>, vector<4xf32>
  %1 = vector.transfer_write %v, %a[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d1, d0)>, in_bounds = [true, false]} : vector<4x16xf32>, tensor<8x64xf32>
  vector.transfer_write %v, %m[%i, %i] {note = 1 : i32, in_bounds = [false, false]} : vector<4x16xf32>, memref<4x?xf32>
  %2 = vector.transfer_read %a[%i, %i], %p {in_bounds = [true, true, true], permutation_map = affine_map<(d0, d1) -> (d1, 0, d0)>} : tensor<8x64xf32>, vector<4x2x3xf32>
  %3 = "vector.transfer_read"(%a, %i, %i, %p) <{in_bounds = [], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = affine_map<(d0, d1) -> ()>}> : (tensor<8x64xf32>, index, index, f32) -> vector<f32>
  return %0, %1, %3 : vector<4xf32>, tensor<8x64xf32>, vector<f32>
}
