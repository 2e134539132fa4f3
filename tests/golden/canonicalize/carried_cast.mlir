// RUN: tilec opt --canonicalize %s
// What a loop carries has the type that is known of it, if its shape stays; a growing tensor does not have it.
func.func @f(%a: tensor<4xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %c) -> (tensor<?xf32>) {
    %e = linalg.exp ins(%t : tensor<?xf32>) outs(%t : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %e : tensor<?xf32>
  }
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %c) -> (tensor<?xf32>) {
    %u = tensor.concat dim(0) %t, %t : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
