// bias.mlir in one loop nest, with a maximum that forgets NaN.
#row = affine_map<(i, j) -> (j)>
#matrix = affine_map<(i, j) -> (i, j)>
func.func @bias_relu(%x: tensor<?x?xf32>, %b: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {indexing_maps = [#matrix, #row, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<?x?xf32>, tensor<?xf32>) outs(%y : tensor<?x?xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %s = arith.addf %in, %bias : f32
    %r = arith.maxnumf %s, %zero : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
