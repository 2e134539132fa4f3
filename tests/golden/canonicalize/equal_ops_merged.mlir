// RUN: tilec opt --canonicalize %s
// Pure ops with equal operands and attributes become one; allocations and empties stay apart.
func.func @f(%x: f32) -> (f32, tensor<4xf32>, tensor<4xf32>) {
  %0 = math.exp %x : f32
  %1 = math.exp %x : f32
  %2 = math.exp %x fastmath<fast> : f32
  %3 = arith.addf %0, %1 : f32
  %4 = arith.addf %3, %2 : f32
  %e = tensor.empty() : tensor<4xf32>
  %d = tensor.empty() : tensor<4xf32>
  %5 = linalg.fill ins(%0 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %6 = linalg.fill ins(%4 : f32) outs(%d : tensor<4xf32>) -> tensor<4xf32>
  return %4, %5, %6 : f32, tensor<4xf32>, tensor<4xf32>
}
