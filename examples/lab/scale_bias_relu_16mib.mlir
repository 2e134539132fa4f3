// y = relu(x * s + b) over 4,194,304 f32 (16 MiB): small enough that the allocator keeps its pages.
// %x is only read; the caller owns the memory of the result, %y.
#row = affine_map<(i) -> (i)>
func.func @scale_bias_relu(%x: tensor<4194304xf32> {bufferization.writable = false}, %s: f32, %b: f32,
                           %y: memref<4194304xf32>) {
  %zero = arith.constant 0.000000e+00 : f32
  %empty = tensor.empty() : tensor<4194304xf32>
  %scaled = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%x : tensor<4194304xf32>) outs(%empty : tensor<4194304xf32>) {
  ^bb0(%in: f32, %out: f32):
    %product = arith.mulf %in, %s : f32
    linalg.yield %product : f32
  } -> tensor<4194304xf32>
  %biased = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%scaled : tensor<4194304xf32>) outs(%empty : tensor<4194304xf32>) {
  ^bb0(%in: f32, %out: f32):
    %sum = arith.addf %in, %b : f32
    linalg.yield %sum : f32
  } -> tensor<4194304xf32>
  %clipped = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%biased : tensor<4194304xf32>) outs(%empty : tensor<4194304xf32>) {
  ^bb0(%in: f32, %out: f32):
    %max = arith.maximumf %in, %zero : f32
    linalg.yield %max : f32
  } -> tensor<4194304xf32>
  bufferization.materialize_in_destination %clipped in restrict writable %y
      : (tensor<4194304xf32>, memref<4194304xf32>) -> ()
  return
}
