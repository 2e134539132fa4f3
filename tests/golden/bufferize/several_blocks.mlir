// RUN: tilec opt --bufferize %s
// An argument of a block is whichever buffer the branch hands it.
func.func @f(%c: i1, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %c, ^done(%a : tensor<4xf32>), ^done(%b : tensor<4xf32>)
^done(%r: tensor<4xf32>):
  return %r : tensor<4xf32>
}
