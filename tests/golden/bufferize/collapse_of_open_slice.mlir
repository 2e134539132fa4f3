// RUN: tilec opt --bufferize %s
// Rows of a slice may have gaps between them: it is copied before they become one.
func.func @f(%x: tensor<?x?xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %x[0, 0] [%n, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  return %1 : tensor<?xf32>
}
