#map = affine_map<() -> ()>
module {
  func.func @f(%arg0: tensor<f32>) -> tensor<f32> {
    %0 = linalg.generic {indexing_maps = [#map], iterator_types = []} outs(%arg0 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %out : f32
    } -> tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @g() {
    return
  }
}

