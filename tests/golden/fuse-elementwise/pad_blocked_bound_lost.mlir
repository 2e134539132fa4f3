// RUN: tilec opt --fuse-elementwise --remarks %s
// Only the padded operand says how often the inner loop runs.
#id = affine_map<(i, j) -> (i, j)>
#out = affine_map<(i, j) -> (i)>
func.func @f(%x: tensor<2x3xf32>, %y: tensor<2xf32>, %z: f32) -> tensor<2xf32> {
  %p = tensor.pad %x low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<2x3xf32> to tensor<2x5xf32>
  %0 = linalg.generic {indexing_maps = [#id, #out], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<2x5xf32>) outs(%y : tensor<2xf32>) {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  } -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
