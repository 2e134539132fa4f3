// RUN: tilec opt --fuse-elementwise %s
// A batch of one is read at 0, through a collapsed shape and a slice that drops the dimension.
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%x: tensor<1x4x8xf32>, %y: tensor<4x1x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %a = tensor.collapse_shape %x [[0, 1], [2]] : tensor<1x4x8xf32> into tensor<4x8xf32>
  %b = tensor.extract_slice %y[0, 0, 0] [4, 1, 8] [1, 1, 1] : tensor<4x1x8xf32> to tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
