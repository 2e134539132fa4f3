// RUN: tilec opt --pin-numerics %s
// A matrix product is a contraction: iteration order, with multiply-add.
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8x5xf32>, %i: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x8xf32>, tensor<8x5xf32>) outs(%i : tensor<4x5xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y0: f32):
    %m = arith.mulf %x0, %x1 : f32
    %v = arith.addf %y0, %m : f32
    linalg.yield %v : f32
  } -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
