// RUN: tilec opt --bufferize --remarks %s
// What is yielded is not computed in the buffer that is carried: it is copied there, and stays what it is.
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<4xf32>) {
    scf.yield %b : tensor<4xf32>
  }
  return %r, %b : tensor<4xf32>, tensor<4xf32>
}
