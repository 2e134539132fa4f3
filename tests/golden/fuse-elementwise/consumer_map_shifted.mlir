// RUN: tilec opt --fuse-elementwise %s
// Only the result map is inverted, so the consumer may read anywhere: here at d0 + 2.
#id = affine_map<(d0) -> (d0)>
#shift = affine_map<(d0) -> (d0 + 2)>
func.func @f(%a: tensor<10xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<10xf32>
  %n = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<10xf32>) outs(%e : tensor<10xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.negf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<10xf32>
  %1 = linalg.generic {indexing_maps = [#shift, #id], iterator_types = ["parallel"]}
      ins(%0 : tensor<10xf32>) outs(%n : tensor<8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = math.absf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
