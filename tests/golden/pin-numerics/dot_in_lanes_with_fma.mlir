// RUN: tilec opt --pin-numerics %s
// A dot product: multiply-add, in lane order.
#id = affine_map<(d0) -> (d0)>
#n = affine_map<(d0) -> ()>
func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [#id, #id, #n], iterator_types = ["reduction"]}
      ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%i : tensor<f32>) {
  ^bb0(%x0: f32, %x1: f32, %y0: f32):
    %m = arith.mulf %x0, %x1 : f32
    %v = arith.addf %m, %y0 : f32
    linalg.yield %v : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
