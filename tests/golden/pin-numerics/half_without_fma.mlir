// RUN: tilec opt --pin-numerics %s
// f16 products are rounded.
#id = affine_map<(d0) -> (d0)>
#n = affine_map<(d0) -> ()>
func.func @f(%a: tensor<8xf16>, %b: tensor<8xf16>, %i: tensor<f16>) -> tensor<f16> {
  %0 = linalg.generic {indexing_maps = [#id, #id, #n], iterator_types = ["reduction"]}
      ins(%a, %b : tensor<8xf16>, tensor<8xf16>) outs(%i : tensor<f16>) {
  ^bb0(%x0: f16, %x1: f16, %y0: f16):
    %m = arith.mulf %x0, %x1 : f16
    %v = arith.addf %y0, %m : f16
    linalg.yield %v : f16
  } -> tensor<f16>
  return %0 : tensor<f16>
}
