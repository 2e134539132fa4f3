// RUN: tilec opt --fuse-elementwise %s
// An extent of a group that is known only at run time is had from what was collapsed.
#id1 = affine_map<(i) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<3x8xf32>, %y: tensor<24xf32>) -> tensor<?xf32> {
  %a = tensor.cast %x : tensor<3x8xf32> to tensor<?x8xf32>
  %b = tensor.cast %y : tensor<24xf32> to tensor<?xf32>
  %r = func.call @f(%a, %b) : (tensor<?x8xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @f(%x: tensor<?x8xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x8xf32>) outs(%x : tensor<?x8xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<?x8xf32>
  %c = tensor.collapse_shape %0 [[0, 1]] : tensor<?x8xf32> into tensor<?xf32>
  %1 = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%c, %y : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
