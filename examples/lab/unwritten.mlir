// A fault: three elements are put into a tensor of four, and all four are read.
func.func @unwritten(%x: tensor<3xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %four = tensor.insert_slice %x into %e[0] [3] [1] : tensor<3xf32> into tensor<4xf32>
  %r = tensor.empty() : tensor<4xf32>
  %y = linalg.abs ins(%four : tensor<4xf32>) outs(%r : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
