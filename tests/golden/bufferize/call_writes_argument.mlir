// RUN: tilec opt --bufferize --remarks %s
// The callee overwrites its argument, which the caller still needs: the caller copies.
func.func private @set(%x: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.insert %v into %x[%c0] : tensor<4xf32>
  return %n : tensor<4xf32>
}
func.func @f(%a: tensor<4xf32>, %v: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %r = call @set(%a, %v) : (tensor<4xf32>, f32) -> tensor<4xf32>
  return %r, %a : tensor<4xf32>, tensor<4xf32>
}
