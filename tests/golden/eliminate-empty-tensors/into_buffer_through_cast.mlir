// RUN: tilec opt --eliminate-empty-tensors --remarks %s
// The empty tensor is more dynamic than the destination: a cast of the destination takes its place.
#id = affine_map<(d0) -> (d0)>
func.func @f(%a: tensor<?xf32>, %m: memref<8xf32>, %n: index) {
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.negf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  %c = tensor.cast %0 : tensor<?xf32> to tensor<8xf32>
  bufferization.materialize_in_destination %c in restrict writable %m : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}
