// RUN: tilec opt --fuse-elementwise %s
// The fused op stands in front of the slice, and so does the init of each result that it keeps.
#id = affine_map<(i) -> (i)>
func.func @f(%x: tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf64>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<8xf32>
  %part = tensor.extract_slice %0[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %late = tensor.empty() : tensor<8xf64>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%0 : tensor<8xf32>) outs(%late : tensor<8xf64>) {
  ^bb0(%v: f32, %o: f64):
    %w = arith.extf %v : f32 to f64
    linalg.yield %w : f64
  } -> tensor<8xf64>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%1 : tensor<8xf64>) outs(%e : tensor<8xf32>) {
  ^bb0(%v: f64, %o: f32):
    %t = arith.truncf %v : f64 to f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  return %part, %1, %2 : tensor<4xf32>, tensor<8xf64>, tensor<8xf32>
}
