// RUN: tilec opt --canonicalize %s
// A write of the same place makes the one before it useless; constants show that a vector stays inside.
func.func @f(%v: vector<4xf32>, %w: vector<4xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %0 = vector.transfer_write %v, %x[%c4] : vector<4xf32>, tensor<8xf32>
  %1 = vector.transfer_write %w, %0[%c4] : vector<4xf32>, tensor<8xf32>
  %2 = vector.transfer_write %v, %1[%c5] : vector<4xf32>, tensor<8xf32>
  return %2 : tensor<8xf32>
}
