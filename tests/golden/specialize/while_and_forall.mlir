// RUN: tilec opt --specialize="arg0=10 arg1=2" %s
// Other loops: their types are static, and the bounds of a forall become constants.
func.func @f(%a: tensor<?xf32>, %t: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %w = scf.while (%x = %a) : (tensor<?xf32>) -> tensor<?xf32> {
    %v = tensor.extract %x[%c0] : tensor<?xf32>
    %p = arith.cmpf olt, %v, %v : f32
    scf.condition(%p) %x : tensor<?xf32>
  } do {
  ^bb0(%x: tensor<?xf32>):
    scf.yield %x : tensor<?xf32>
  }
  %r = scf.forall (%i) = (0) to (%n) step (%t) shared_outs(%o = %a) -> (tensor<?xf32>) {
    %s = tensor.extract_slice %o[%i] [%t] [1] : tensor<?xf32> to tensor<?xf32>
    %e = linalg.exp ins(%s : tensor<?xf32>) outs(%s : tensor<?xf32>) -> tensor<?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %o[%i] [%t] [1] : tensor<?xf32> into tensor<?xf32>
    }
  }
  return %w, %r : tensor<?xf32>, tensor<?xf32>
}
