// RUN: tilec opt --bufferize --remarks %s
// A buffer that is not writable as a tensor is not written.
#id = affine_map<(d0) -> (d0)>
func.func @f(%m: memref<8xf32>, %a: tensor<8xf32> {bufferization.writable = false}) -> tensor<8xf32> {
  %t = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%t : tensor<8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.addf %y0, %x0 : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
