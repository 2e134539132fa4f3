// tilec opt --tile=sizes=2 --remarks
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%x: tensor<4x0xf32>) -> tensor<4x0xf32> {
  %e = tensor.empty() : tensor<4x0xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x0xf32>) outs(%e : tensor<4x0xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4x0xf32>
  return %0 : tensor<4x0xf32>
}
