// RUN: tilec opt --specialize=arg0=3 --remarks %s
// A size that is an element of a tensor is not known before the program runs.
func.func @f(%a: tensor<?xindex>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %x = tensor.extract %a[%c0] : tensor<?xindex>
  %n = arith.muli %x, %c2 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  return %e : tensor<?xf32>
}
