// RUN: tilec opt --pin-numerics %s
// Without a reduction nothing is contracted.
#id = affine_map<(d0) -> (d0)>
func.func @f(%a: tensor<8xf32>, %i: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%i : tensor<8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %m = arith.mulf %x0, %x0 : f32
    %v = arith.addf %y0, %m : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
