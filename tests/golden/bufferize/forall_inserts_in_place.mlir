// RUN: tilec opt --bufferize --remarks %s
// Each iteration computes its own part of what is shared.
func.func @f(%a: tensor<8xf32>, %v: f32) -> tensor<8xf32> {
  %r = scf.forall (%i) = (0) to (8) step (2) shared_outs(%x = %a) -> (tensor<8xf32>) {
    %s = tensor.extract_slice %x[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %f = linalg.fill ins(%v : f32) outs(%s : tensor<2xf32>) -> tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %x[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}
