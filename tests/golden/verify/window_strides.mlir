// RUN: tilec opt %s
// A stride for each dimension of the window.
func.func @f(%a: tensor<1x8x8x1xf32>, %w: tensor<3x3xf32>, %o: tensor<1x6x6x1xf32>) {
  %r = linalg.pooling_nhwc_max {strides = dense<1> : tensor<3xi64>}
      ins(%a, %w : tensor<1x8x8x1xf32>, tensor<3x3xf32>) outs(%o : tensor<1x6x6x1xf32>) -> tensor<1x6x6x1xf32>
  return
}
