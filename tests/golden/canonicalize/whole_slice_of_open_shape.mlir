// RUN: tilec opt --canonicalize %s
// A slice of as much as there is is the thing itself; so is an insertion of as much.
func.func @f(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?x8xf32>
  %e = linalg.exp ins(%a : tensor<?x8xf32>) outs(%a : tensor<?x8xf32>) -> tensor<?x8xf32>
  %0 = tensor.extract_slice %e[0, 0] [%d, 8] [1, 1] : tensor<?x8xf32> to tensor<?x8xf32>
  %1 = tensor.insert_slice %b into %e[0, 0] [%d, 8] [1, 1] : tensor<?x8xf32> into tensor<?x8xf32>
  return %0, %1 : tensor<?x8xf32>, tensor<?x8xf32>
}
