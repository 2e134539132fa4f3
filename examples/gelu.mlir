// gelu(x + bias), the tanh form, row by row: a broadcast bias, then the activation as its own op.
#matrix = affine_map<(row, col) -> (row, col)>
#bias = affine_map<(row, col) -> (col)>
func.func @gelu(%x: tensor<256x1024xf32>, %bias: tensor<1024xf32>) -> tensor<256x1024xf32> {
  %empty = tensor.empty() : tensor<256x1024xf32>
  %biased = linalg.generic {indexing_maps = [#matrix, #bias, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%x, %bias : tensor<256x1024xf32>, tensor<1024xf32>) outs(%empty : tensor<256x1024xf32>) {
  ^bb0(%in: f32, %b: f32, %out: f32):
    %sum = arith.addf %in, %b : f32
    linalg.yield %sum : f32
  } -> tensor<256x1024xf32>
  %active = linalg.generic {indexing_maps = [#matrix, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%biased : tensor<256x1024xf32>) outs(%empty : tensor<256x1024xf32>) {
  ^bb0(%in: f32, %out: f32):
    %half = arith.constant 5.000000e-01 : f32
    %one = arith.constant 1.000000e+00 : f32
    %cubic = arith.constant 4.471500e-02 : f32
    %scale = arith.constant 0.797884583 : f32
    %square = arith.mulf %in, %in : f32
    %cube = arith.mulf %square, %in : f32
    %bent = arith.mulf %cube, %cubic : f32
    %inner = arith.addf %in, %bent : f32
    %scaled = arith.mulf %inner, %scale : f32
    %tanh = math.tanh %scaled : f32
    %gate = arith.addf %tanh, %one : f32
    %weight = arith.mulf %gate, %half : f32
    %result = arith.mulf %in, %weight : f32
    linalg.yield %result : f32
  } -> tensor<256x1024xf32>
  return %active : tensor<256x1024xf32>
}
