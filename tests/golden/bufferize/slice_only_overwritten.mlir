// RUN: tilec opt --bufferize %s
// The slice gets a buffer of its own, but not its contents, which nobody reads.
// STATS: allocs=1, copies=0
func.func @f(%a: tensor<8xf32>, %v: f32) -> (tensor<4xf32>, tensor<8xf32>) {
  %s = tensor.extract_slice %a[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %f = linalg.fill ins(%v : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  return %f, %a : tensor<4xf32>, tensor<8xf32>
}
