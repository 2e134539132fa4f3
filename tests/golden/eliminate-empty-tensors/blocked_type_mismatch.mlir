// RUN: tilec opt --eliminate-empty-tensors --remarks %s
// The source is of open shape; the destination's part would be of static shape.
func.func @f(%v: f32, %m: memref<8xf32>, %n: index) {
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.fill ins(%v : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  bufferization.materialize_in_destination %0 in restrict writable %m : (tensor<?xf32>, memref<8xf32>) -> ()
  return
}
