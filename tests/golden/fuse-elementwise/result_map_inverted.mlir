// RUN: tilec opt --fuse-elementwise %s
// The producer's result map is inverted, not applied: a rotation is not its own inverse.
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#rot = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
func.func @f(%a: tensor<2x3x4xf32>) -> tensor<3x4x2xf32> {
  %e = tensor.empty() : tensor<3x4x2xf32>
  %0 = linalg.generic {indexing_maps = [#id, #rot], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<2x3x4xf32>) outs(%e : tensor<3x4x2xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.negf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<3x4x2xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%0 : tensor<3x4x2xf32>) outs(%e : tensor<3x4x2xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = math.absf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<3x4x2xf32>
  return %1 : tensor<3x4x2xf32>
}
