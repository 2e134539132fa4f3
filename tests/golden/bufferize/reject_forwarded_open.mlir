// RUN: tilec opt --bufferize %s
// The loop ends with a tensor that it does not carry, and how large that is is not known before the loop.
func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %r:2 = scf.while (%x = %a) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
    scf.condition(%c) %x, %b : tensor<?xf32>, tensor<?xf32>
  } do {
  ^bb0(%y: tensor<?xf32>, %z: tensor<?xf32>):
    scf.yield %y : tensor<?xf32>
  }
  return %r#1 : tensor<?xf32>
}
