// RUN: tilec opt --bufferize --remarks %s
// A scalar is loaded before its tensor is overwritten.
#n = affine_map<() -> ()>
func.func @f(%a: tensor<f32>) -> (tensor<f32>, f32) {
  %0 = tensor.extract %a[] : tensor<f32>
  %1 = linalg.generic {indexing_maps = [#n, #n], iterator_types = []}
      ins(%0 : f32) outs(%a : tensor<f32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.addf %y0, %x0 : f32
    linalg.yield %v : f32
  } -> tensor<f32>
  return %1, %0 : tensor<f32>, f32
}
