module {
  func.func @f(%arg0: tensor<2x1x4xf32>, %arg1: tensor<5x4xf32>, %arg2: tensor<2x1xindex>) -> tensor<5x4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %0 = scf.for %arg3 = %c0 to %c2 step %c1 iter_args(%arg4 = %arg1) -> (tensor<5x4xf32>) {
      %extracted_slice = tensor.extract_slice %arg0[%arg3, 0, 0] [1, 1, 4] [1, 1, 1] : tensor<2x1x4xf32> to tensor<1x4xf32>
      %extracted = tensor.extract %arg2[%arg3, %c0] : tensor<2x1xindex>
      %inserted_slice = tensor.insert_slice %extracted_slice into %arg4[%extracted, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<5x4xf32>
      scf.yield %inserted_slice : tensor<5x4xf32>
    }
    return %0 : tensor<5x4xf32>
  }
}

