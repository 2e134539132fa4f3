// RUN: tilec opt --fuse-elementwise %s
// Sizes of an expansion may be defined after the op that gives it; the op with the split loops stands where they are known.
#id1 = affine_map<(i) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<24xf32>, %y: tensor<3x8xf32>) -> tensor<?x8xf32> {
  %a = tensor.cast %x : tensor<24xf32> to tensor<?xf32>
  %b = tensor.cast %y : tensor<3x8xf32> to tensor<?x8xf32>
  %r = func.call @f(%a, %b) : (tensor<?xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}
func.func private @f(%x: tensor<?xf32>, %y: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<?xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?x8xf32>
  %c = tensor.expand_shape %0 [[0, 1]] output_shape [%n, 8] : tensor<?xf32> into tensor<?x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %c : tensor<?x8xf32>, tensor<?x8xf32>) outs(%y : tensor<?x8xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}
