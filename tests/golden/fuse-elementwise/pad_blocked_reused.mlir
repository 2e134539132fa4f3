// RUN: tilec opt --fuse-elementwise --remarks %s
// A window reads each element several times.
#id1 = affine_map<(i) -> (i)>
#window = affine_map<(i, k) -> (i + k)>
#row = affine_map<(i, k) -> (k)>
#out = affine_map<(i, k) -> (i)>
func.func @f(%x: tensor<4xf32>, %k: tensor<3xf32>, %y: tensor<4xf32>, %z: f32) -> tensor<4xf32> {
  %p = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<6xf32>
  %0 = linalg.generic {indexing_maps = [#window, #row, #out], iterator_types = ["parallel", "reduction"]}
      ins(%p, %k : tensor<6xf32>, tensor<3xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %m = arith.mulf %v, %w : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
