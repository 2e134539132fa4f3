// RUN: tilec opt --bufferize --remarks %s
// The loop would overwrite what it starts from, which is returned: it works on a copy.
func.func @f(%a: tensor<4xf32>, %v: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a) -> (tensor<4xf32>) {
    %n = tensor.insert %v into %x[%i] : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  return %r, %a : tensor<4xf32>, tensor<4xf32>
}
