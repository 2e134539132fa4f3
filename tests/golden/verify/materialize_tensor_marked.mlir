// RUN: tilec opt %s
// Only a buffer is marked restrict or writable.
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %r = bufferization.materialize_in_destination %a in restrict writable %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
