// RUN: tilec opt --canonicalize %s
// The rank is in the type; the least and the greatest of constants are constants.
func.func @f(%a: tensor<?x?xf32>, %n: index) -> (index, index, index, index) {
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %0 = tensor.rank %a : tensor<?x?xf32>
  %1 = affine.min affine_map<(d0)[s0] -> (d0, s0 - 3, 6)>(%c5)[%c7]
  %2 = affine.max affine_map<(d0)[s0] -> (d0, s0 - 3, 6)>(%c5)[%c7]
  %3 = affine.min affine_map<(d0) -> (d0, 6)>(%n)
  return %0, %1, %2, %3 : index, index, index, index
}
