// RUN: tilec opt --fuse-elementwise %s
// Reshapes of reshapes, of constants, empty tensors and fills are made directly; one that ends where it began goes.
func.func @f(%x: tensor<2x3x4xf32>, %s: f32)
    -> (tensor<2x3x4xf32>, tensor<24xf32>, tensor<6x4xf32>, tensor<2x2xf32>, tensor<2x3xf32>, tensor<6x2x2xf32>) {
  %a = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x3x4xf32> into tensor<6x4xf32>
  %b = tensor.expand_shape %a [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
  %c = tensor.collapse_shape %a [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  %d = tensor.expand_shape %c [[0, 1]] output_shape [6, 4] : tensor<24xf32> into tensor<6x4xf32>
  %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %l = tensor.expand_shape %k [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %e = tensor.empty() : tensor<6xf32>
  %0 = linalg.fill ins(%s : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %m = tensor.expand_shape %0 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  %n = tensor.expand_shape %c [[0, 1, 2]] output_shape [6, 2, 2] : tensor<24xf32> into tensor<6x2x2xf32>
  return %b, %c, %d, %l, %m, %n
      : tensor<2x3x4xf32>, tensor<24xf32>, tensor<6x4xf32>, tensor<2x2xf32>, tensor<2x3xf32>, tensor<6x2x2xf32>
}
