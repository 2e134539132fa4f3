// RUN: tilec opt --canonicalize %s
// A result has the extents of its init, what is inserted into those of the destination, a slice its sizes.
func.func @f(%a: tensor<?x?xf32>, %b: tensor<?x4xf32>, %n: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %a[%n, 0] [%n, 4] [1, 1] : tensor<?x?xf32> to tensor<?x4xf32>
  %e = linalg.exp ins(%s : tensor<?x4xf32>) outs(%b : tensor<?x4xf32>) -> tensor<?x4xf32>
  %i = tensor.insert_slice %e into %a[%n, 0] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<?x?xf32>
  %0 = tensor.dim %s, %c0 : tensor<?x4xf32>
  %1 = tensor.dim %e, %c0 : tensor<?x4xf32>
  %2 = tensor.dim %i, %c1 : tensor<?x?xf32>
  %x = tensor.expand_shape %a [[0, 1], [2]] output_shape [%n, 4, %n] : tensor<?x?xf32> into tensor<?x4x?xf32>
  %3 = tensor.dim %x, %c0 : tensor<?x4x?xf32>
  return %0, %1, %2, %3 : index, index, index, index
}
