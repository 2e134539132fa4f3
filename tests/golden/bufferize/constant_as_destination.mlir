// RUN: tilec opt --bufferize --remarks %s
// A constant is never written.
#id = affine_map<(d0) -> (d0)>
func.func @f(%b: tensor<8xf32>) -> tensor<8xf32> {
  %c = arith.constant dense<1.0> : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%b : tensor<8xf32>) outs(%c : tensor<8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.addf %y0, %x0 : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
