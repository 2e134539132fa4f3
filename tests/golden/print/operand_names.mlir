// RUN: tilec opt %s
// Hints name the results of shape operations.
func.func @f(%a: tensor<2x6xf32>, %e: tensor<6x2xf32>, %i: index) -> tensor<6x2xf32> {
  %d = tensor.dim %a, %i : tensor<2x6xf32>
  %x = tensor.extract %a[%i, %i] : tensor<2x6xf32>
  %s = tensor.extract_slice %a[0, 2] [1, 3] [1, 1] : tensor<2x6xf32> to tensor<3xf32>
  %n = tensor.insert_slice %s into %a[1, 0] [1, 3] [1, 2] : tensor<3xf32> into tensor<2x6xf32>
  %g = tensor.expand_shape %n [[0], [1, 2]] output_shape [2, 2, 3] : tensor<2x6xf32> into tensor<2x2x3xf32>
  %c = tensor.collapse_shape %g [[0], [1, 2]] : tensor<2x2x3xf32> into tensor<2x6xf32>
  %k = tensor.cast %c : tensor<2x6xf32> to tensor<?x6xf32>
  %p = linalg.transpose ins(%c : tensor<2x6xf32>) outs(%e : tensor<6x2xf32>) permutation = [1, 0]
  return %p : tensor<6x2xf32>
}
