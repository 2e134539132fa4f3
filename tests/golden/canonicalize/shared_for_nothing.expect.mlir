module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>, %arg2: index) -> (tensor<?xf32>, tensor<?xf32>) {
    %0 = scf.forall (%arg3) in (%arg2) shared_outs(%arg4 = %arg1) -> (tensor<?xf32>) {
      %extracted_slice = tensor.extract_slice %arg0[%arg3] [1] [1] : tensor<?xf32> to tensor<1xf32>
      %extracted_slice_0 = tensor.extract_slice %arg0[0] [1] [1] : tensor<?xf32> to tensor<1xf32>
      %1 = linalg.add ins(%extracted_slice, %extracted_slice_0 : tensor<1xf32>, tensor<1xf32>) outs(%extracted_slice : tensor<1xf32>) -> tensor<1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %1 into %arg4[%arg3] [1] [1] : tensor<1xf32> into tensor<?xf32>
      }
    }
    return %0, %arg0 : tensor<?xf32>, tensor<?xf32>
  }
}

