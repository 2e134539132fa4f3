// RUN: tilec opt %s
// A clone is of a buffer.
func.func @f(%a: tensor<4xf32>) {
  %r = bufferization.clone %a : tensor<4xf32> to tensor<4xf32>
  return
}
