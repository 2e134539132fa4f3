// RUN: tilec opt --tile-and-fuse=sizes=2,root=linalg.exp --remarks %s
// The next op also needs what is computed from the whole result.
func.func @f(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %m = linalg.exp ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  %reversed = linalg.generic {indexing_maps = [affine_map<(d0) -> (-d0 + 3)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%m : tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %c: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  %r = linalg.add ins(%m, %reversed : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
