// Left half of y: x·w·w·w·w. Right half: tanh(x). And the row h with its first four elements replaced by some of x.
func.func @arena(%x: tensor<64x64xf32> {bufferization.writable = false}, %w: tensor<64x64xf32> {bufferization.writable = false},
                 %h: tensor<64xf32> {bufferization.writable = false}) -> (tensor<64x128xf32>, tensor<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %y = tensor.empty() : tensor<64x128xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %xw = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %xww = linalg.matmul ins(%xw, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z2 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %z3 = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %xwww = linalg.matmul ins(%xww, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z3 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %z4 = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %left = linalg.matmul ins(%xwww, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z4 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %y1 = tensor.insert_slice %left into %y[0, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x128xf32>
  %right = linalg.tanh ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %y2 = tensor.insert_slice %right into %y1[0, 64] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x128xf32>
  %four = tensor.extract_slice %x[0, 0] [1, 4] [1, 1] : tensor<64x64xf32> to tensor<4xf32>
  %next = tensor.insert_slice %four into %h[0] [4] [1] : tensor<4xf32> into tensor<64xf32>
  return %y2, %next : tensor<64x128xf32>, tensor<64xf32>
}
