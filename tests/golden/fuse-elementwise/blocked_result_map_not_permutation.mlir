// RUN: tilec opt --fuse-elementwise --remarks %s
// The map of the result that is consumed counts, here the second.
#id = affine_map<(d0, d1) -> (d0, d1)>
#d0 = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>
func.func @f(%a: tensor<4x8xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %c = tensor.empty() : tensor<4xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #d0], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x8xf32>) outs(%e, %i : tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%x0: f32, %y0: f32, %y1: f32):
    %v = arith.negf %x0 : f32
    linalg.yield %v, %x0 : f32, f32
  } -> (tensor<4x8xf32>, tensor<4xf32>)
  %1 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%0#1 : tensor<4xf32>) outs(%c : tensor<4xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = math.absf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
