#map = affine_map<()[s0] -> ((s0 floordiv 4) * 4)>
#map1 = affine_map<(d0)[s0] -> (-d0 + s0)>
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %dim = tensor.dim %arg1, %c0 : tensor<?xf32>
    %0 = affine.apply #map()[%dim]
    %1 = scf.for %arg2 = %c0 to %0 step %c4 iter_args(%arg3 = %arg1) -> (tensor<?xf32>) {
      %extracted_slice = tensor.extract_slice %arg0[%arg2] [4] [1] : tensor<?xf32> to tensor<4xf32>
      %extracted_slice_0 = tensor.extract_slice %arg3[%arg2] [4] [1] : tensor<?xf32> to tensor<4xf32>
      %3 = linalg.exp ins(%extracted_slice : tensor<4xf32>) outs(%extracted_slice_0 : tensor<4xf32>) -> tensor<4xf32>
      %inserted_slice = tensor.insert_slice %3 into %arg3[%arg2] [4] [1] : tensor<4xf32> into tensor<?xf32>
      scf.yield %inserted_slice : tensor<?xf32>
    }
    %2 = scf.for %arg2 = %0 to %dim step %c4 iter_args(%arg3 = %1) -> (tensor<?xf32>) {
      %3 = affine.apply #map1(%arg2)[%dim]
      %extracted_slice = tensor.extract_slice %arg0[%arg2] [%3] [1] : tensor<?xf32> to tensor<?xf32>
      %extracted_slice_0 = tensor.extract_slice %arg3[%arg2] [%3] [1] : tensor<?xf32> to tensor<?xf32>
      %4 = linalg.exp ins(%extracted_slice : tensor<?xf32>) outs(%extracted_slice_0 : tensor<?xf32>) -> tensor<?xf32>
      %inserted_slice = tensor.insert_slice %4 into %arg3[%arg2] [%3] [1] : tensor<?xf32> into tensor<?xf32>
      scf.yield %inserted_slice : tensor<?xf32>
    }
    return %2 : tensor<?xf32>
  }
}

