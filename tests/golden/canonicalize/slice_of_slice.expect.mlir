#map = affine_map<()[s0] -> (s0 * 2 + 2)>
module {
  func.func @f(%arg0: tensor<64x64xf32>, %arg1: tensor<4xf32>, %arg2: index, %arg3: index) -> (tensor<4xf32>, tensor<8xf32>, tensor<4xf32>) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %0 = affine.apply #map()[%arg3]
    %extracted_slice = tensor.extract_slice %arg0[%arg2, %0] [1, 4] [1, 6] : tensor<64x64xf32> to tensor<4xf32>
    %extracted_slice_0 = tensor.extract_slice %arg0[%arg3, 0] [1, 8] [1, 1] : tensor<64x64xf32> to tensor<8xf32>
    %extracted_slice_1 = tensor.extract_slice %extracted_slice_0[%arg2] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %1 = linalg.exp ins(%extracted_slice_1 : tensor<4xf32>) outs(%extracted_slice_1 : tensor<4xf32>) -> tensor<4xf32>
    %inserted_slice = tensor.insert_slice %1 into %extracted_slice_0[%arg2] [4] [1] : tensor<4xf32> into tensor<8xf32>
    %extracted_slice_2 = tensor.extract_slice %arg0[0, 0] [1, 8] [1, 1] : tensor<64x64xf32> to tensor<8xf32>
    %2 = scf.for %arg4 = %c0 to %arg2 step %c4 iter_args(%arg5 = %arg1) -> (tensor<4xf32>) {
      %extracted_slice_3 = tensor.extract_slice %extracted_slice_2[%arg4] [4] [1] : tensor<8xf32> to tensor<4xf32>
      %3 = linalg.add ins(%arg5, %extracted_slice_3 : tensor<4xf32>, tensor<4xf32>) outs(%arg5 : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %3 : tensor<4xf32>
    }
    return %extracted_slice, %inserted_slice, %2 : tensor<4xf32>, tensor<8xf32>, tensor<4xf32>
  }
}

