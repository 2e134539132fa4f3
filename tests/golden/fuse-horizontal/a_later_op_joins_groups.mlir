// RUN: tilec opt --fuse-horizontal --remarks %s
// The sums of columns are vectors along d1, which the maxima of short rows are not, so these two stay apart. With the sum of everything in
// lane order both are, and all three are one op.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
#all = affine_map<(d0, d1) -> ()>
func.func @f(%x: tensor<4x8xf32>, %i: tensor<4xf32>, %j: tensor<8xf32>, %z: tensor<f32>) -> (tensor<8xf32>, tensor<4xf32>, tensor<f32>) {
  %0 = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<4x8xf32>) outs(%j : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %o, %a : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.maximumf %o, %a : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<4x8xf32>) outs(%z : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %o, %a : f32
    linalg.yield %v : f32
  } -> tensor<f32>
  return %0, %1, %2 : tensor<8xf32>, tensor<4xf32>, tensor<f32>
}
