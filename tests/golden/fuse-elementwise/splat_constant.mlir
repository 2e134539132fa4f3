// RUN: tilec opt --fuse-elementwise --remarks %s
// A splat constant becomes a scalar of the body; a list stays an operand.
#id = affine_map<(d0) -> (d0)>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %s = arith.constant dense<2.0> : tensor<8xf32>
  %l = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %s, %l : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: f32, %y0: f32):
    %m = arith.mulf %x0, %x1 : f32
    %v = arith.addf %m, %x2 : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
