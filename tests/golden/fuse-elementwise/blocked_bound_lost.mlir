// RUN: tilec opt --fuse-elementwise --remarks %s
// Without its operand the reduction would not know how long it is.
#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
func.func @f(%a: tensor<f32>, %i: tensor<f32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#none, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<f32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    linalg.yield %x0 : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%0 : tensor<8xf32>) outs(%i : tensor<f32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.addf %y0, %x0 : f32
    linalg.yield %v : f32
  } -> tensor<f32>
  return %1 : tensor<f32>
}
