// RUN: tilec opt --decompose-tensor-ops --canonicalize %s
// Where a part starts is the sum of the extents before it, and the extent of the whole is all of them.
func.func @f(%a: tensor<?x2xf32>, %b: tensor<3x2xf32>, %c: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = tensor.concat dim(0) %a, %b, %c : (tensor<?x2xf32>, tensor<3x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
