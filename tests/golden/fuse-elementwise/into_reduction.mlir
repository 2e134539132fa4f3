// RUN: tilec opt --fuse-elementwise %s
// An elementwise producer fuses into a reduction that keeps its bounds.
#id = affine_map<(d0, d1) -> (d0, d1)>
#d0 = affine_map<(d0, d1) -> (d0)>
func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y0: f32):
    %v = arith.subf %x0, %x1 : f32
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #d0], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<4x8xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.maximumf %y0, %x0 : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
