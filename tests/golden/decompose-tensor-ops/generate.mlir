// RUN: tilec opt --decompose-tensor-ops --remarks %s
// The region, a function of the position, becomes the body of a generic.
func.func @f(%n: index) -> tensor<?x3xindex> {
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %v = arith.muli %i, %j : index
    tensor.yield %v : index
  } : tensor<?x3xindex>
  return %0 : tensor<?x3xindex>
}
