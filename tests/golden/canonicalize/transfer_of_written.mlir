// RUN: tilec opt --canonicalize %s
// What was just written is read: the vector itself. Another place, or one that may be outside, stays.
func.func @f(%v: vector<4xf32>, %x: tensor<8xf32>, %i: index, %p: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c1 = arith.constant 1 : index
  %j = arith.addi %i, %c1 : index
  %0 = vector.transfer_write %v, %x[%i] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
  %1 = vector.transfer_read %0[%i], %p {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
  %2 = vector.transfer_read %0[%j], %p {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
  %3 = vector.transfer_read %0[%i], %p : tensor<8xf32>, vector<4xf32>
  return %1, %2, %3 : vector<4xf32>, vector<4xf32>, vector<4xf32>
}
