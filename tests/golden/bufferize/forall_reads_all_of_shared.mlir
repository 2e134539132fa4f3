// RUN: tilec opt --bufferize --remarks %s
// An iteration reads elements that another may have replaced: it reads a copy made before the loop.
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %c7 = arith.constant 7 : index
  %r = scf.forall (%i) in (8) shared_outs(%x = %a) -> (tensor<8xf32>) {
    %j = arith.subi %c7, %i : index
    %s = tensor.extract_slice %x[%j] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %x[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}
