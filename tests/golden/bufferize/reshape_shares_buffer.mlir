// RUN: tilec opt --bufferize --remarks %s
// A reshape is the same buffer: the write conflicts with the read of the source.
#id = affine_map<(d0, d1) -> (d0, d1)>
#id1 = affine_map<(d0) -> (d0)>
func.func @f(%b: tensor<2x4xf32> {bufferization.writable = false}) -> (tensor<2x4xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<2x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.negf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<2x4xf32>
  %c = tensor.collapse_shape %0 [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%c : tensor<8xf32>) outs(%c : tensor<8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = math.absf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<2x4xf32>, tensor<8xf32>
}
