// RUN: tilec opt --bufferize --remarks %s
// A result is read by the return, after everything.
#id = affine_map<(d0) -> (d0)>
func.func @f(%b: tensor<8xf32> {bufferization.writable = false}) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%b : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.negf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%b : tensor<8xf32>) outs(%0 : tensor<8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.addf %y0, %x0 : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
