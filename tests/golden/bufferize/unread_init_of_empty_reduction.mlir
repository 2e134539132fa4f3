// RUN: tilec opt --bufferize %s
// No iteration writes: the init is the result although the body does not read it.
#id = affine_map<(d0) -> (d0)>
#n = affine_map<(d0) -> ()>
func.func @f(%a: tensor<f32> {bufferization.writable = false}, %b: tensor<0xf32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [#id, #n], iterator_types = ["reduction"]}
      ins(%b : tensor<0xf32>) outs(%a : tensor<f32>) {
  ^bb0(%x0: f32, %y0: f32):
    linalg.yield %x0 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
