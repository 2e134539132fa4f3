// RUN: tilec opt --eliminate-empty-tensors --remarks %s
// The offset depends on the result itself: it cannot be known before.
func.func @f(%v: f32, %d: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.fill ins(%v : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %x = tensor.extract %0[%c0] : tensor<4xf32>
  %i = arith.fptoui %x : f32 to i32
  %o = arith.index_cast %i : i32 to index
  %r = tensor.insert_slice %0 into %d[%o] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}
