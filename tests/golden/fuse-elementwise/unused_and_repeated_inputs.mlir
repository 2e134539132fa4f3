// RUN: tilec opt --fuse-elementwise %s
// Inputs that are not read go, equal ones become one.
#id = affine_map<(d0) -> (d0)>
func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b, %c, %a : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: f32, %x3: f32, %y0: f32):
    %m = arith.mulf %x0, %x2 : f32
    %v = arith.addf %m, %x3 : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
