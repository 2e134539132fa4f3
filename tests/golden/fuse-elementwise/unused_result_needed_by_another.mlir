// RUN: tilec opt --fuse-elementwise %s
// A result that nothing uses stays if another reads its init.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @f(%a: tensor<4x8xf32>, %m: tensor<4xf32>, %n: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%m, %n : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%x: f32, %best: f32, %last: f32):
    %v = arith.maximumf %last, %best : f32
    linalg.yield %v, %x : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0 : tensor<4xf32>
}
