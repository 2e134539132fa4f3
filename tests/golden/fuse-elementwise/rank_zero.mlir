// RUN: tilec opt --fuse-elementwise %s
// No loops at all.
#id = affine_map<() -> ()>
func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<f32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = []}
      ins(%a : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.negf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<f32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = []}
      ins(%0 : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = math.absf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<f32>
  return %1 : tensor<f32>
}
