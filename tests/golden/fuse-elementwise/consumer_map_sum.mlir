// RUN: tilec opt --fuse-elementwise %s
// A window: the consumer reads at d0 + d1 and reduces over d1.
#id = affine_map<(d0) -> (d0)>
#win = affine_map<(d0, d1) -> (d0 + d1)>
#d0 = affine_map<(d0, d1) -> (d0)>
#d1 = affine_map<(d0, d1) -> (d1)>
func.func @f(%a: tensor<10xf32>, %w: tensor<3xf32>, %i: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<10xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<10xf32>) outs(%e : tensor<10xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = math.absf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<10xf32>
  %1 = linalg.generic {indexing_maps = [#win, #d1, #d0], iterator_types = ["parallel", "reduction"]}
      ins(%0, %w : tensor<10xf32>, tensor<3xf32>) outs(%i : tensor<8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y0: f32):
    %m = arith.maximumf %x0, %x1 : f32
    %v = arith.addf %y0, %m : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
