// A row is scaled, then added to every row of a matrix: the intermediate is broadcast.
#matrix = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#vector = affine_map<(i) -> (i)>
func.func @broadcast(%x: tensor<512x1024xf32>, %b: tensor<1024xf32>, %s: f32) -> tensor<512x1024xf32> {
  %e = tensor.empty() : tensor<1024xf32>
  %scaled = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]}
      ins(%b : tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%in: f32, %out: f32):
    %p = arith.mulf %in, %s : f32
    linalg.yield %p : f32
  } -> tensor<1024xf32>
  %f = tensor.empty() : tensor<512x1024xf32>
  %sum = linalg.generic {indexing_maps = [#matrix, #row, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%x, %scaled : tensor<512x1024xf32>, tensor<1024xf32>) outs(%f : tensor<512x1024xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %a = arith.addf %in, %bias : f32
    linalg.yield %a : f32
  } -> tensor<512x1024xf32>
  return %sum : tensor<512x1024xf32>
}
