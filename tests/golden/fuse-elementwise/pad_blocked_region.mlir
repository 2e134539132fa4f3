// RUN: tilec opt --fuse-elementwise --remarks %s
// The padding depends on where it is.
#id1 = affine_map<(i) -> (i)>
func.func @f(%x: tensor<2xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %p = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    %n = arith.index_cast %i : index to i32
    %k = arith.sitofp %n : i32 to f32
    tensor.yield %k : f32
  } : tensor<2xf32> to tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%p, %y : tensor<4xf32>, tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
