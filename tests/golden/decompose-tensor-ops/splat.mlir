// RUN: tilec opt --decompose-tensor-ops --remarks %s
// A fill of an empty tensor; an open extent goes to the empty tensor.
func.func @f(%v: f32, %n: index) -> (tensor<4xf32>, tensor<2x?xf32>) {
  %0 = tensor.splat %v : tensor<4xf32>
  %1 = tensor.splat %v[%n] : tensor<2x?xf32>
  return %0, %1 : tensor<4xf32>, tensor<2x?xf32>
}
