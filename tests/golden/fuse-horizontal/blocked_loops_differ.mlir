// RUN: tilec opt --fuse-horizontal --remarks %s
// A sum of all elements of a vector, and a table of its products.
#id = affine_map<(d0) -> (d0)>
#one = affine_map<(d0) -> ()>
#i = affine_map<(d0, d1) -> (d0)>
#j = affine_map<(d0, d1) -> (d1)>
#ij = affine_map<(d0, d1) -> (d0, d1)>
func.func @f(%x: tensor<8xf32>, %i: tensor<f32>, %e: tensor<8x8xf32>) -> (tensor<f32>, tensor<8x8xf32>) {
  %0 = linalg.generic {indexing_maps = [#id, #one], iterator_types = ["reduction"]} ins(%x : tensor<8xf32>) outs(%i : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %o, %a : f32
    linalg.yield %v : f32
  } -> tensor<f32>
  %1 = linalg.generic {indexing_maps = [#i, #j, #ij], iterator_types = ["parallel", "parallel"]} ins(%x, %x : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.mulf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<8x8xf32>
  return %0, %1 : tensor<f32>, tensor<8x8xf32>
}
