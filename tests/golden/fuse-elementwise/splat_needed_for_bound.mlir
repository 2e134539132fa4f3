// RUN: tilec opt --fuse-elementwise --remarks %s
// A splat constant that alone bounds a loop stays.
#d0 = affine_map<(d0, d1) -> (d0)>
#d1 = affine_map<(d0, d1) -> (d1)>
func.func @f(%a: tensor<4xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  %s = arith.constant dense<2.0> : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#d0, #d1, #d0], iterator_types = ["parallel", "reduction"]}
      ins(%a, %s : tensor<4xf32>, tensor<8xf32>) outs(%i : tensor<4xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y0: f32):
    %m = arith.mulf %x0, %x1 : f32
    %v = arith.addf %y0, %m : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
