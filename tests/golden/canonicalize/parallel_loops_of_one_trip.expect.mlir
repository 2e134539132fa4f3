module {
  func.func @f(%arg0: tensor<?x8xf32>, %arg1: index) -> (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) {
    %0 = scf.forall (%arg2) in (%arg1) shared_outs(%arg3 = %arg0) -> (tensor<?x8xf32>) {
      %extracted_slice_0 = tensor.extract_slice %arg3[%arg2, 0] [1, 4] [1, 1] : tensor<?x8xf32> to tensor<1x4xf32>
      %2 = linalg.exp ins(%extracted_slice_0 : tensor<1x4xf32>) outs(%extracted_slice_0 : tensor<1x4xf32>) -> tensor<1x4xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %2 into %arg3[%arg2, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<?x8xf32>
      }
    }
    %extracted_slice = tensor.extract_slice %arg0[2, 0] [1, 4] [1, 1] : tensor<?x8xf32> to tensor<1x4xf32>
    %1 = linalg.exp ins(%extracted_slice : tensor<1x4xf32>) outs(%extracted_slice : tensor<1x4xf32>) -> tensor<1x4xf32>
    %inserted_slice = tensor.insert_slice %1 into %arg0[2, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<?x8xf32>
    return %0, %inserted_slice, %arg0 : tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>
  }
}

