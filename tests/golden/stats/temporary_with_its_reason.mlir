// RUN: tilec stats --fuse-elementwise --bufferize --results-to-out-params --eliminate-copies --canonicalize %s
// The start of an accumulation is not computed in place, and the remark of the pass says so.
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<64xf32> {bufferization.writable = false}) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<64xf32>) outs(%e : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32):
    %v = arith.addf %x, %x : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  %1 = tensor.empty() : tensor<64xf32>
  %2:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<64xf32>) outs(%0, %1 : tensor<64xf32>, tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %v = arith.mulf %x, %y : f32
    linalg.yield %v, %v : f32, f32
  } -> (tensor<64xf32>, tensor<64xf32>)
  return %2#1 : tensor<64xf32>
}
