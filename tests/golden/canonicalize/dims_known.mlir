// RUN: tilec opt --canonicalize %s
// The extent is in the type or was given to the op that made the value.
func.func @f(%n: index, %a: tensor<4x?xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %0 = tensor.dim %e, %c0 : tensor<?x4xf32>
  %1 = tensor.dim %a, %c0 : tensor<4x?xf32>
  %2 = tensor.dim %a, %c1 : tensor<4x?xf32>
  return %0, %1, %2 : index, index, index
}
