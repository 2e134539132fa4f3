// RUN: tilec opt --decompose-tensor-ops --canonicalize %s
// Each element is read at the column that the indices say; what is gathered along is left out of the result.
func.func @f(%a: tensor<5x4xf32>, %at: tensor<3x1xi32>) -> tensor<3x5xf32> {
  %0 = tensor.gather %a[%at] gather_dims([1]) unique : (tensor<5x4xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
