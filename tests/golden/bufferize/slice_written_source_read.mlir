// RUN: tilec opt --bufferize --remarks %s
// The source of a written slice is read afterwards.
#id = affine_map<(d0) -> (d0)>
func.func @f(%a: tensor<8xf32>, %b: tensor<4xf32> {bufferization.writable = false}) -> (tensor<8xf32>, tensor<4xf32>) {
  %s = tensor.extract_slice %a[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%b : tensor<4xf32>) outs(%s : tensor<4xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.addf %y0, %x0 : f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %a, %0 : tensor<8xf32>, tensor<4xf32>
}
