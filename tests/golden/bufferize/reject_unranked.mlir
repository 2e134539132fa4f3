// RUN: tilec opt --bufferize %s
// There is no buffer for a tensor whose rank is not known.
func.func @f(%a: tensor<*xf32>) -> index {
  %0 = tensor.rank %a : tensor<*xf32>
  return %0 : index
}
