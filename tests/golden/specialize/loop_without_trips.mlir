// RUN: tilec opt --specialize=arg0=0 %s
// A loop that makes no trip goes, with what would be wrong in it.
func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c4 iter_args(%acc = %a) -> (tensor<?xf32>) {
    %s = tensor.extract_slice %acc[0] [4] [1] : tensor<?xf32> to tensor<4xf32>
    %u = tensor.insert_slice %s into %acc[0] [4] [1] : tensor<4xf32> into tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
