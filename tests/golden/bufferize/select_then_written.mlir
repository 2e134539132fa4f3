// RUN: tilec opt --bufferize --remarks %s
// The result is one of two buffers; writing it would change what is returned besides, so that one is copied.
func.func @f(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>, %v: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %r = arith.select %c, %a, %b : tensor<4xf32>
  %n = tensor.insert %v into %r[%c0] : tensor<4xf32>
  return %n, %b : tensor<4xf32>, tensor<4xf32>
}
