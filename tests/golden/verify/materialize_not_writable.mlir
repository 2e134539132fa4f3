// RUN: tilec opt %s
// A buffer destination is marked writable.
func.func @f(%a: tensor<4xf32>, %m: memref<4xf32>) {
  bufferization.materialize_in_destination %a in %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}
