// RUN: tilec opt %s
// What is shared are tensors.
func.func @f(%n: index, %m: memref<4xf32>) {
  %r = scf.forall (%i) in (%n) shared_outs(%o = %m) -> (memref<4xf32>) {
    scf.forall.in_parallel {
    }
  }
  return
}
