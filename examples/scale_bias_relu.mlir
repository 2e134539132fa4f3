// y = relu(x * s + b) over 16,777,216 f32, written as three elementwise steps: what a front end emits.
// %x is only read; the caller owns the memory of the result, %y.
#row = affine_map<(i) -> (i)>
func.func @scale_bias_relu(%x: tensor<16777216xf32> {bufferization.writable = false}, %s: f32, %b: f32,
                           %y: memref<16777216xf32>) {
  %zero = arith.constant 0.000000e+00 : f32
  %empty = tensor.empty() : tensor<16777216xf32>
  %scaled = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%x : tensor<16777216xf32>) outs(%empty : tensor<16777216xf32>) {
  ^bb0(%in: f32, %out: f32):
    %product = arith.mulf %in, %s : f32
    linalg.yield %product : f32
  } -> tensor<16777216xf32>
  %biased = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%scaled : tensor<16777216xf32>) outs(%empty : tensor<16777216xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %in, %b : f32
    linalg.yield %sum : f32
  } -> tensor<16777216xf32>
  %clipped = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%biased : tensor<16777216xf32>) outs(%empty : tensor<16777216xf32>) {
  ^bb0(%in: f32, %out: f32):
    %max = arith.maximumf %in, %zero : f32
    linalg.yield %max : f32
  } -> tensor<16777216xf32>
  bufferization.materialize_in_destination %clipped in restrict writable %y
      : (tensor<16777216xf32>, memref<16777216xf32>) -> ()
  return
}
