// RUN: tilec opt --bufferize %s
// Only shapes that the type has: decompose-tensor-ops leaves others, and so there is no buffer form.
func.func @f(%a: tensor<?xf32>, %shape: tensor<2xindex>) -> tensor<?x?xf32> {
  %0 = tensor.reshape %a(%shape) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
