// RUN: tilec opt --fuse-horizontal --remarks %s
// The first sum has its lanes along d0. Together with the second d1 would be a reduction, too, and the lanes would run along that.
#tr = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
func.func @f(%x: tensor<4x8xf32>, %i: tensor<8xf32>, %j: tensor<4xf32>) -> (tensor<4xf32>, tensor<8xf32>) {
  %0 = linalg.generic {indexing_maps = [#tr, #col], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%j : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %o, %a : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#tr, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%i : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %o, %a : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<4xf32>, tensor<8xf32>
}
