// RUN: tilec opt --fuse-horizontal --remarks %s
// The sum becomes vectors alone; a search for the last position of a minimum does not.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @f(%x: tensor<4x64xf32>, %i: tensor<4xf32>, %j: tensor<4xi64>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xi64>) {
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x64xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %o, %a : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  %1:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x64xf32>) outs(%i, %j : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%a: f32, %o: f32, %at: i64):
    %n = linalg.index 1 : index
    %c = arith.index_cast %n : index to i64
    %v = arith.minimumf %o, %a : f32
    %less = arith.cmpf ole, %a, %o : f32
    %w = arith.select %less, %c, %at : i64
    linalg.yield %v, %w : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %0, %1#0, %1#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xi64>
}
