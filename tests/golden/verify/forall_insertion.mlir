// RUN: tilec opt %s
// The iterations put their parts into the shared tensors, and nothing else happens there.
func.func @f(%n: index, %t: tensor<4xf32>, %s: tensor<1xf32>) {
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      %x = arith.addi %n, %n : index
      tensor.parallel_insert_slice %s into %t[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  tensor.parallel_insert_slice %s into %t[0] [1] [1] : tensor<1xf32> into tensor<4xf32>
  return
}
