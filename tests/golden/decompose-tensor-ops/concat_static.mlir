// RUN: tilec opt --decompose-tensor-ops --remarks %s
// Each part is inserted behind those before it.
func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x1xf32>, %c: tensor<2x4xf32>) -> tensor<2x8xf32> {
  %0 = tensor.concat dim(1) %a, %b, %c : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x4xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}
