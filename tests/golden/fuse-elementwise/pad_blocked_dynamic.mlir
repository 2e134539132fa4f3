// RUN: tilec opt --fuse-elementwise --remarks %s
// How much is padded is known only at run time.
#id1 = affine_map<(i) -> (i)>
func.func @f(%x: tensor<2xf32>, %y: tensor<?xf32>, %n: index, %z: f32) -> tensor<?xf32> {
  %p = tensor.pad %x low[%n] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<2xf32> to tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%p, %y : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
