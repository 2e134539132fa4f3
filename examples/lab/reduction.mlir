// The sum of squares of each row: an elementwise step, then a reduction.
#matrix = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (i)>
func.func @sum_of_squares(%x: tensor<512x1000xf32>) -> tensor<512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x1000xf32>
  %square = linalg.generic {indexing_maps = [#matrix, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<512x1000xf32>) outs(%e : tensor<512x1000xf32>) {
  ^bb0(%in: f32, %out: f32):
    %p = arith.mulf %in, %in : f32
    linalg.yield %p : f32
  } -> tensor<512x1000xf32>
  %f = tensor.empty() : tensor<512xf32>
  %init = linalg.fill ins(%zero : f32) outs(%f : tensor<512xf32>) -> tensor<512xf32>
  %sum = linalg.generic {indexing_maps = [#matrix, #column], iterator_types = ["parallel", "reduction"]}
      ins(%square : tensor<512x1000xf32>) outs(%init : tensor<512xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %a = arith.addf %acc, %in : f32
    linalg.yield %a : f32
  } -> tensor<512xf32>
  return %sum : tensor<512xf32>
}
