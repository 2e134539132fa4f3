// RUN: tilec opt %s
// The destination has the shape of the source.
func.func @f(%a: tensor<4xf32>, %m: memref<5xf32>) {
  bufferization.materialize_in_destination %a in restrict writable %m : (tensor<4xf32>, memref<5xf32>) -> ()
  return
}
