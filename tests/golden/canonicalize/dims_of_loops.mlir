// RUN: tilec opt --canonicalize %s
// A carried tensor has the extents it starts with, if no trip changes them: the second loop's do change.
func.func @f(%a: tensor<?xf32>, %b: tensor<4xf32>, %n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (tensor<?xf32>) {
    %d = tensor.dim %t, %c0 : tensor<?xf32>
    %x = arith.subi %d, %i : index
    %u = tensor.insert_slice %b into %t[%x] [4] [1] : tensor<4xf32> into tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %0) -> (tensor<?xf32>) {
    %u = tensor.concat dim(0) %t, %t : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  %2 = tensor.dim %0, %c0 : tensor<?xf32>
  %3 = tensor.dim %1, %c0 : tensor<?xf32>
  return %2, %3 : index, index
}
