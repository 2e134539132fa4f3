// RUN: tilec opt --canonicalize %s
// A slice is looked through: also one that drops a dimension, not one with a stride.
func.func @f(%x: tensor<8x9xf32>, %v: vector<2x3xf32>, %i: index, %p: f32) -> (vector<3x2xf32>, vector<4xf32>, tensor<8x9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.extract_slice %x[%i, 2] [1, 6] [1, 1] : tensor<8x9xf32> to tensor<6xf32>
  %1 = vector.transfer_read %0[%c1], %p {in_bounds = [true, true], permutation_map = affine_map<(d0) -> (0, d0)>} : tensor<6xf32>, vector<3x2xf32>
  %2 = tensor.extract_slice %x[0, %i] [8, 1] [1, 1] : tensor<8x9xf32> to tensor<8xf32>
  %3 = tensor.extract_slice %2[0] [4] [2] : tensor<8xf32> to tensor<4xf32>
  %4 = vector.transfer_read %3[%c0], %p : tensor<4xf32>, vector<4xf32>
  %5 = tensor.extract_slice %x[%i, %i] [2, 3] [1, 1] : tensor<8x9xf32> to tensor<2x3xf32>
  %6 = vector.transfer_write %v, %5[%c0, %c0] : vector<2x3xf32>, tensor<2x3xf32>
  %7 = tensor.insert_slice %6 into %x[%i, %i] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<8x9xf32>
  return %1, %4, %7 : vector<3x2xf32>, vector<4xf32>, tensor<8x9xf32>
}
