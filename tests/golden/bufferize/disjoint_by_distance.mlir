// RUN: tilec opt --bufferize --eliminate-copies %s
// The parts start at %i and at %i + 4 and have four elements: they do not meet; nothing is allocated.
// STATS: allocs=0, copies=1
func.func @f(%a: tensor<?xf32>, %i: index, %v: f32) -> tensor<?xf32> {
  %c4 = arith.constant 4 : index
  %j = arith.addi %i, %c4 : index
  %s = tensor.extract_slice %a[%i] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %t = tensor.extract_slice %a[%j] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %f = linalg.fill ins(%v : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  %x = tensor.insert_slice %f into %a[%i] [4] [1] : tensor<4xf32> into tensor<?xf32>
  %y = tensor.insert_slice %t into %x[%i] [4] [1] : tensor<4xf32> into tensor<?xf32>
  return %y : tensor<?xf32>
}
