// A fault: one row is put into a matrix of two, and both are read.
func.func @unwritten(%row: tensor<2xf32>) -> tensor<2x2xf32> {
  %e = tensor.empty() : tensor<2x2xf32>
  %m = tensor.insert_slice %row into %e[0, 0] [1, 2] [1, 1] : tensor<2xf32> into tensor<2x2xf32>
  %r = tensor.empty() : tensor<2x2xf32>
  %t = linalg.transpose ins(%m : tensor<2x2xf32>) outs(%r : tensor<2x2xf32>) permutation = [1, 0]
  return %t : tensor<2x2xf32>
}
