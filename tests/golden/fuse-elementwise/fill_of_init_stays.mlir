// RUN: tilec opt --fuse-elementwise --remarks %s
// A fill that gives an output its initial value stays.
#id = affine_map<(d0, d1) -> (d0, d1)>
#d0 = affine_map<(d0, d1) -> (d0)>
func.func @f(%a: tensor<4x8xf32>, %s: f32) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%s : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #d0], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%0 : tensor<4xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.maximumf %y0, %x0 : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
