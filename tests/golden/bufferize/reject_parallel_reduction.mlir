// RUN: tilec opt --bufferize %s
// The order in which iterations are combined is open, and each would need a tensor.
func.func @f(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%a) -> tensor<4xf32> {
    scf.reduce(%a : tensor<4xf32>) {
    ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
      scf.reduce.return %x : tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
