// RUN: tilec opt --specialize=arg0=16 %s
// What a loop carries keeps its type on every trip, so it is static; the part that a trip takes is not.
func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c5 iter_args(%acc = %a) -> (tensor<?xf32>) {
    %size = affine.min affine_map<(d0)[s0] -> (5, s0 - d0)>(%i)[%n]
    %s = tensor.extract_slice %acc[%i] [%size] [1] : tensor<?xf32> to tensor<?xf32>
    %e = linalg.exp ins(%s : tensor<?xf32>) outs(%s : tensor<?xf32>) -> tensor<?xf32>
    %u = tensor.insert_slice %e into %acc[%i] [%size] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
