// RUN: tilec opt --fuse-elementwise --remarks %s
// Neither part is computed here, so two ops would only do what one does.
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%x: tensor<2x3xf32>, %y: tensor<2x1xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %c = tensor.concat dim(1) %x, %y : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %b : tensor<2x4xf32>, tensor<2x4xf32>) outs(%b : tensor<2x4xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
