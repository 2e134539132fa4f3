// RUN: tilec opt --tile-and-fuse=sizes=4 --canonicalize %s
// The loop starts from a new tensor, where there is no padded one any more.
func.func @f(%x: tensor<6xf32>, %c: f32) -> tensor<8xf32> {
  %p = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<6xf32> to tensor<8xf32>
  %0 = linalg.exp ins(%p : tensor<8xf32>) outs(%p : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
