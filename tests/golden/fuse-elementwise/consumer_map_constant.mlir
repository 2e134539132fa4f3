// RUN: tilec opt --fuse-elementwise %s
// The consumer reads one row of the producer: the constant goes into the producer's maps.
#id = affine_map<(d0, d1) -> (d0, d1)>
#one = affine_map<(d0) -> (2, d0)>
#d0 = affine_map<(d0) -> (d0)>
func.func @f(%a: tensor<4x8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %n = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.negf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#one, #d0], iterator_types = ["parallel"]}
      ins(%0 : tensor<4x8xf32>) outs(%n : tensor<8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = math.absf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
