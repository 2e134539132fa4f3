// RUN: tilec opt --fuse-horizontal --remarks %s
// Lanes along d1 move inside d2; the second op writes an element for all d2, in the order of the loops.
#x = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#o = affine_map<(d0, d1, d2) -> (d0, d2)>
#p = affine_map<(d0, d1, d2) -> (d0)>
func.func @f(%x: tensor<2x4x8xf32>, %i: tensor<2x4xf32>, %j: tensor<2xf32>) -> (tensor<2x4xf32>, tensor<2xf32>) {
  %0 = linalg.generic {indexing_maps = [#x, #o], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x : tensor<2x4x8xf32>) outs(%i : tensor<2x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %o, %a : f32
    linalg.yield %v : f32
  } -> tensor<2x4xf32>
  %1 = linalg.generic {indexing_maps = [#x, #p], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x : tensor<2x4x8xf32>) outs(%j : tensor<2xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.maximumf %o, %a : f32
    linalg.yield %v : f32
  } -> tensor<2xf32>
  return %0, %1 : tensor<2x4xf32>, tensor<2xf32>
}
