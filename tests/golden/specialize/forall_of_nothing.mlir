// RUN: tilec opt --specialize="arg0=0xf32" %s
// An insertion of nothing has an offset that is computed in front of all insertions.
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = scf.forall (%i) in (1) shared_outs(%o = %x) -> (tensor<?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[0] [%n] [1] : tensor<?xf32> into tensor<?xf32>
    }
  }
  return %0 : tensor<?xf32>
}
