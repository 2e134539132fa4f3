// RUN: tilec opt --fuse-horizontal --remarks %s
// The windows do not give the extents, but both inits have the size of one dimension.
#w = affine_map<(d0, d1) -> (d0 + d1)>
#k = affine_map<(d0, d1) -> (d1)>
#o = affine_map<(d0, d1) -> (d0)>
func.func @f(%x: tensor<?xf32>, %k: tensor<3xf32>, %t: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %t, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#w, #k, #o], iterator_types = ["parallel", "reduction"]}
      ins(%x, %k : tensor<?xf32>, tensor<3xf32>) outs(%i : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.maximumf %o, %a : f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  %1 = linalg.generic {indexing_maps = [#w, #k, #o], iterator_types = ["parallel", "reduction"]}
      ins(%x, %k : tensor<?xf32>, tensor<3xf32>) outs(%t : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.minimumf %o, %a : f32
    linalg.yield %v : f32
  } -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
