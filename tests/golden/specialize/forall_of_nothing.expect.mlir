module {
  func.func @f(%arg0: tensor<0xf32>) -> tensor<0xf32> {
    %0 = scf.forall (%arg1) in (1) shared_outs(%arg2 = %arg0) -> (tensor<0xf32>) {
      %c0 = arith.constant 0 : index
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %arg0 into %arg2[%c0] [0] [1] : tensor<0xf32> into tensor<0xf32>
      }
    }
    return %0 : tensor<0xf32>
  }
}

