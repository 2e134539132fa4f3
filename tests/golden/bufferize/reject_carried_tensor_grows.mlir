// RUN: tilec opt --bufferize %s
// A loop carries one buffer: the tensor of the next trip may be larger.
func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<?xf32>) {
    scf.yield %b : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
