// RUN: tilec opt --fuse-elementwise %s
// Without the dimension of size 1 nothing would say how often the reduction loop runs.
#id = affine_map<(i, j) -> (i, j)>
#out = affine_map<(i, j) -> (i)>
func.func @f(%x: tensor<4xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  %rows = tensor.expand_shape %x [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %0 = linalg.generic {indexing_maps = [#id, #out], iterator_types = ["parallel", "reduction"]}
      ins(%rows : tensor<4x1xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%v: f32, %o: f32):
    %s = arith.maximumf %v, %o : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
