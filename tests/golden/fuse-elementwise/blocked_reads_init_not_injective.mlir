// RUN: tilec opt --fuse-elementwise --remarks %s
// Several iterations of the producer accumulate into one element.
#id = affine_map<(d0, d1) -> (d0, d1)>
#d0 = affine_map<(d0, d1) -> (d0)>
func.func @f(%a: tensor<4x8xf32>, %i: tensor<4xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %n = tensor.empty() : tensor<4x8xf32>
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #d0], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x8xf32>) outs(%e, %i : tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%x0: f32, %y0: f32, %y1: f32):
    %v = arith.addf %x0, %y1 : f32
    linalg.yield %v, %v : f32, f32
  } -> (tensor<4x8xf32>, tensor<4xf32>)
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0#0 : tensor<4x8xf32>) outs(%n : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = math.absf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
