// RUN: tilec opt --bufferize --remarks %s
// The parts start at %i and at %i + 4 and have five elements: one is in both, so the first gets a buffer of its own.
// STATS: allocs=1
func.func @f(%a: tensor<?xf32>, %i: index, %v: f32) -> tensor<?xf32> {
  %c4 = arith.constant 4 : index
  %j = arith.addi %i, %c4 : index
  %s = tensor.extract_slice %a[%i] [5] [1] : tensor<?xf32> to tensor<5xf32>
  %t = tensor.extract_slice %a[%j] [5] [1] : tensor<?xf32> to tensor<5xf32>
  %f = linalg.fill ins(%v : f32) outs(%s : tensor<5xf32>) -> tensor<5xf32>
  %x = tensor.insert_slice %f into %a[%i] [5] [1] : tensor<5xf32> into tensor<?xf32>
  %y = tensor.insert_slice %t into %x[%i] [5] [1] : tensor<5xf32> into tensor<?xf32>
  return %y : tensor<?xf32>
}
