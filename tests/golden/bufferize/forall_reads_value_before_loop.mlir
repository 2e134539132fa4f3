// RUN: tilec opt --bufferize --remarks %s
// The shared tensor is read as it was before the loop, here by all iterations at the element that iteration 0 replaces.
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %r = scf.forall (%i) in (8) shared_outs(%x = %a) -> (tensor<8xf32>) {
    %v = tensor.extract %x[%c0] : tensor<8xf32>
    %s = tensor.extract_slice %x[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %w = linalg.fill ins(%v : f32) outs(%s : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %w into %x[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}
