// RUN: tilec opt --bufferize --canonicalize --remarks %s
// Iterations may run at the same time, so none writes a tensor from outside: each has its own.
func.func @f(%a: tensor<8xf32>, %v: f32) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<1xf32>
  %r = scf.forall (%i) in (8) shared_outs(%x = %a) -> (tensor<8xf32>) {
    %f = linalg.fill ins(%v : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %x[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}
