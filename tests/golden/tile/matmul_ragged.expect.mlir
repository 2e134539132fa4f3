#map = affine_map<(d0) -> (-d0 + 20, 8)>
#map1 = affine_map<(d0) -> (-d0 + 33, 16)>
module {
  func.func @f(%arg0: tensor<20x6xi32>, %arg1: tensor<6x33xi32>, %arg2: tensor<20x33xi32>) -> tensor<20x33xi32> {
    %c0 = arith.constant 0 : index
    %c20 = arith.constant 20 : index
    %c8 = arith.constant 8 : index
    %c0_0 = arith.constant 0 : index
    %c33 = arith.constant 33 : index
    %c16 = arith.constant 16 : index
    %0 = scf.for %arg3 = %c0 to %c20 step %c8 iter_args(%arg4 = %arg2) -> (tensor<20x33xi32>) {
      %1 = scf.for %arg5 = %c0_0 to %c33 step %c16 iter_args(%arg6 = %arg4) -> (tensor<20x33xi32>) {
        %2 = affine.min #map(%arg3)
        %3 = affine.min #map1(%arg5)
        %extracted_slice = tensor.extract_slice %arg0[%arg3, 0] [%2, 6] [1, 1] : tensor<20x6xi32> to tensor<?x6xi32>
        %extracted_slice_1 = tensor.extract_slice %arg1[0, %arg5] [6, %3] [1, 1] : tensor<6x33xi32> to tensor<6x?xi32>
        %extracted_slice_2 = tensor.extract_slice %arg6[%arg3, %arg5] [%2, %3] [1, 1] : tensor<20x33xi32> to tensor<?x?xi32>
        %4 = linalg.matmul ins(%extracted_slice, %extracted_slice_1 : tensor<?x6xi32>, tensor<6x?xi32>) outs(%extracted_slice_2 : tensor<?x?xi32>) -> tensor<?x?xi32>
        %inserted_slice = tensor.insert_slice %4 into %arg6[%arg3, %arg5] [%2, %3] [1, 1] : tensor<?x?xi32> into tensor<20x33xi32>
        scf.yield %inserted_slice : tensor<20x33xi32>
      }
      scf.yield %1 : tensor<20x33xi32>
    }
    return %0 : tensor<20x33xi32>
  }
}

