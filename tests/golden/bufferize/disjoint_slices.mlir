// RUN: tilec opt --bufferize --eliminate-copies %s
// Two halves of one tensor are filled before either is put back: they have no element in common, nothing is allocated or moved.
// STATS: allocs=0, copies=0
func.func @f(%a: tensor<8xf32>, %v: f32, %w: f32) -> tensor<8xf32> {
  %s = tensor.extract_slice %a[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %t = tensor.extract_slice %a[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %f = linalg.fill ins(%v : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  %g = linalg.fill ins(%w : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %x = tensor.insert_slice %f into %a[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %y = tensor.insert_slice %g into %x[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %y : tensor<8xf32>
}
