module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>, %arg2: tensor<?xf32>, %arg3: index) -> (tensor<?xf32>, tensor<?xf32>) {
    %0 = scf.forall (%arg4) in (%arg3) shared_outs(%arg5 = %arg1) -> (tensor<?xf32>) {
      %extracted_slice = tensor.extract_slice %arg0[%arg4] [1] [1] : tensor<?xf32> to tensor<1xf32>
      %extracted_slice_0 = tensor.extract_slice %arg2[0] [1] [1] : tensor<?xf32> to tensor<1xf32>
      %extracted_slice_1 = tensor.extract_slice %arg5[%arg4] [1] [1] : tensor<?xf32> to tensor<1xf32>
      %1 = linalg.add ins(%extracted_slice, %extracted_slice_0 : tensor<1xf32>, tensor<1xf32>) outs(%extracted_slice_1 : tensor<1xf32>) -> tensor<1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %1 into %arg5[%arg4] [1] [1] : tensor<1xf32> into tensor<?xf32>
      }
    }
    return %0, %arg2 : tensor<?xf32>, tensor<?xf32>
  }
}

