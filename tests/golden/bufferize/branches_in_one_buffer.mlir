// RUN: tilec opt --bufferize --remarks %s
// Both branches end in the buffer that was there before: the result is that buffer.
func.func @f(%c: i1, %a: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> (tensor<4xf32>) {
    %n = tensor.insert %v into %a[%c0] : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  } else {
    scf.yield %a : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
