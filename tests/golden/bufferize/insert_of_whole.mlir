// RUN: tilec opt --bufferize --remarks %s
// A slice that covers everything does not read the destination.
func.func @f(%a: tensor<8xf32> {bufferization.writable = false}, %p: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.insert_slice %p into %a[0] [8] [1] : tensor<8xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}
