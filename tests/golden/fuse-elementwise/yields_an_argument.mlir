// RUN: tilec opt --fuse-elementwise %s
// A producer that yields its input or a value from outside.
#id = affine_map<(d0) -> (d0)>
func.func @f(%a: tensor<8xf32>, %s: f32) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e, %e : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%x0: f32, %y0: f32, %y1: f32):
    linalg.yield %x0, %s : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%0#0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.negf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
