// RUN: tilec opt --specialize=arg0=6 %s
// An index argument that reaches a shape is bound to a value. It stays in the signature and is not looked at.
func.func @sevens(%n: index) -> (tensor<?xindex>, index) {
  %c2 = arith.constant 2 : index
  %half = affine.apply affine_map<(d0) -> (d0 ceildiv 4)>(%n)
  %size = arith.muli %half, %c2 : index
  %c7 = arith.constant 7 : index
  %0 = tensor.splat %c7[%size] : tensor<?xindex>
  return %0, %n : tensor<?xindex>, index
}
