// RUN: tilec stats %s
// Before bufferization nothing is allocated; ops move what they would, insertions perhaps nothing.
func.func @f(%a: tensor<4x4xf32>, %z: f32) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %0 = tensor.pad %a low[0, 0] high[4, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<4x4xf32> to tensor<8x4xf32>
  %1 = linalg.exp ins(%0 : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %2 = linalg.log ins(%1 : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %3 = tensor.insert_slice %a into %2[0, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}
