// RUN: tilec opt --fuse-elementwise --eliminate-empty-tensors --bufferize --eliminate-copies --canonicalize %s
// Fused, no allocation, no copy.
#id = affine_map<(d0) -> (d0)>
func.func @f(%x: tensor<40xf32> {bufferization.writable = false}, %s: f32, %out: memref<40xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<40xf32>) outs(%e : tensor<40xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.mulf %x0, %s : f32
    linalg.yield %v : f32
  } -> tensor<40xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%0 : tensor<40xf32>) outs(%e : tensor<40xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.maximumf %x0, %zero : f32
    linalg.yield %v : f32
  } -> tensor<40xf32>
  bufferization.materialize_in_destination %1 in restrict writable %out : (tensor<40xf32>, memref<40xf32>) -> ()
  return
}
// STATS: generics=1, allocs=0, copies=0
