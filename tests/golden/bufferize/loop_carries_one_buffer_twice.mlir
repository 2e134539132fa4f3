// RUN: tilec opt --bufferize --remarks %s
// Two values of a loop start as one: the second gets a buffer of its own.
func.func @f(%a: tensor<4xf32>, %v: f32, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a) -> (tensor<4xf32>, tensor<4xf32>) {
    %m = tensor.insert %v into %x[%c0] : tensor<4xf32>
    %w = tensor.insert %v into %y[%c1] : tensor<4xf32>
    scf.yield %m, %w : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
