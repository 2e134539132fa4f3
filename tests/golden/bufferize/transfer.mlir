// RUN: tilec opt --bufferize %s
// Vectors are read from and written to the buffer: a copy only where the tensor before the write is read later. Writes to other places,
// and one that leaves nothing, read nothing.
func.func @f(%x: tensor<8xf32> {bufferization.writable = true}, %p: f32) -> (tensor<8xf32>, tensor<4xf32>, vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %v = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
  %0 = vector.transfer_write %v, %x[%c4] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
  %1 = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %2 = vector.transfer_write %1, %e[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %3 = vector.transfer_write %v, %2[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %4 = vector.transfer_read %2[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  return %0, %3, %1, %4 : tensor<8xf32>, tensor<4xf32>, vector<4xf32>, vector<4xf32>
}
