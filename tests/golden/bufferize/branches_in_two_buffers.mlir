// RUN: tilec opt --bufferize --remarks %s
// The result is one buffer or the other; writing it would write what is returned, so it is copied first.
func.func @f(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>, %v: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> (tensor<4xf32>) {
    scf.yield %a : tensor<4xf32>
  } else {
    scf.yield %b : tensor<4xf32>
  }
  %n = tensor.insert %v into %r[%c0] : tensor<4xf32>
  return %n, %b : tensor<4xf32>, tensor<4xf32>
}
